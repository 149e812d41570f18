/** A message that comes and goes. `bad` ones interrupt a screen reader and stay longer. */
export type Toast = { id: number; text: string; tone: 'good' | 'bad'; action?: ToastAction }
type Button = { name: string; run: () => void }
/** With a way to decline it, the toast stays until the agent has answered. */
export type ToastAction = Button & { decline?: Button }

const SHOWN_MS = { good: 5000, bad: 9000 }
const MOST_AT_ONCE = 3

let toasts: readonly Toast[] = []
let nextId = 1
let lift = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]) {
  toasts = next
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

/**
 * Shows a sentence for a while; answers the id to dismiss it by. One that says the same takes the place of the one
 * before, as an element of its own, so that it is announced again and has its whole time.
 */
export function toast(text: string, tone: Toast['tone'] = 'good', action?: ToastAction): number {
  const id = nextId++
  const next: Toast = { id, text, tone, ...(action && { action }) }
  show([...besideOneMore(toasts.filter((shown) => !isRenewedBy(shown, next))), next])
  if (!action?.decline) setTimeout(() => dismissToast(id), SHOWN_MS[tone])
  return id
}

/** Without the oldest, where they are too many; what asks is left out last. */
function besideOneMore(shown: readonly Toast[]): readonly Toast[] {
  if (shown.length < MOST_AT_ONCE) return shown
  const oldest = shown.find(({ action }) => !action?.decline) ?? shown[0]
  return shown.filter((one) => one !== oldest)
}

/** Also what failed again for another reason: its button does the same. */
const isRenewedBy = (shown: Toast, next: Toast) =>
  shown.tone === next.tone &&
  (shown.text === next.text ||
    (shown.action?.name === next.action?.name && next.action && titleOf(shown) === titleOf(next)))

/** What stands before the first colon, and says what this is about. */
const titleOf = ({ text }: Pick<Toast, 'text'>) => text.split(': ', 1)[0]

export const dismissToast = (id: number) => show(toasts.filter((shown) => shown.id !== id))

/** Keeps so many pixels at the foot of the page free for what must stay in reach. */
export function liftToasts(px: number): void {
  lift = px
  tell()
}

export const toastStore = {
  get: () => toasts,
  lift: () => lift,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

let regions: readonly symbol[] = []

/** Where toasts show: the region that was opened last. What lies behind a dialog is inert and stays empty. */
export const toastRegions = {
  open(region: symbol) {
    regions = [...regions, region]
    show(toasts.slice())
    return () => {
      regions = regions.filter((open) => open !== region)
      show(toasts.slice())
    }
  },
  isTop: (region: symbol) => regions.at(-1) === region,
}
