/** Returns an element that the page's document always has. */
export function byId<Kind extends HTMLElement = HTMLElement>(
  id: string,
  kind: { new (): Kind; prototype: Kind } = HTMLElement as never,
): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}`)
  return element
}

export const show = (id: string) => {
  byId(id).hidden = false
}
export const hide = (id: string) => {
  byId(id).hidden = true
}

/** Writes sentences into an element, each on its own line. */
export function say(id: string, ...sentences: string[]): void {
  write(id, sentences)
}

/** Writes a problem into an element, and marks it as one. */
export function sayProblem(id: string, sentence: string): void {
  write(id, [sentence])
  byId(id).dataset.failed = ''
}

function write(id: string, sentences: readonly string[]): void {
  const lines = sentences.map((sentence) => {
    const line = document.createElement('span')
    line.textContent = `${sentence} `
    line.style.display = 'block'
    return line
  })
  delete byId(id).dataset.failed
  byId(id).replaceChildren(...lines)
}
