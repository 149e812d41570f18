/** The names of our design tokens (`web/look.css`). */
const COLOURS = [
  'paper',
  'surface',
  'sunken',
  'ink',
  'muted',
  'line',
  'edge',
  'accent',
  'on-accent',
  'accent-soft',
  'voucher-soft',
  'wait',
  'wait-soft',
  'danger',
  'sill',
] as const
export type Colour = (typeof COLOURS)[number]

/** The colours at this moment, without variables, as a canvas needs them. */
export type Colours = Record<Colour, string>

/** Reads the tokens, light or dark, as they apply to `element`. */
export function readColours(element: HTMLElement): Colours {
  const probe = element.appendChild(document.createElement('span'))
  const read = (name: Colour) => {
    probe.style.color = `var(--color-${name})`
    return getComputedStyle(probe).color
  }
  const colours = Object.fromEntries(COLOURS.map((name) => [name, read(name)])) as Colours
  probe.remove()
  return colours
}

/**
 * Calls `onChange` when the phone turns light or dark, or the agent switches `Bright screen`. Returns a function that
 * ends this.
 */
export function watchColours(onChange: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const root = new MutationObserver(onChange)
  root.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
  dark.addEventListener('change', onChange)
  return () => {
    root.disconnect()
    dark.removeEventListener('change', onChange)
  }
}
