import { byId, sayProblem } from './elements.ts'

/** Calls `work` when a form is submitted; while it runs, a second tap does nothing. */
export function onSubmit(id: string, work: () => Promise<void>): void {
  let isBusy = false
  byId(id, HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    void work().finally(() => {
      isBusy = false
    })
  })
}

/**
 * Opens and closes a form with its button. Returns a function that closes it. A closed form and its labels are not in
 * the page.
 */
export function onToggle(opener: string, form: string, whenOpened: () => void = () => {}): () => void {
  const [button, element] = [byId(opener), byId(form)]
  const close = () => {
    element.remove()
    button.setAttribute('aria-expanded', 'false')
  }
  button.addEventListener('click', () => {
    if (element.isConnected) return close()
    button.after(element)
    button.setAttribute('aria-expanded', 'true')
    whenOpened()
  })
  close()
  return close
}

type Field = HTMLInputElement | HTMLTextAreaElement
const isField = (element: HTMLElement): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Returns the trimmed value of a field. */
export function typed(id: string): string {
  const element = byId(id)
  if (!isField(element)) throw new Error(`${id} is not a field`)
  return element.value.trim()
}

/**
 * Returns the trimmed value of a field. If it is empty, returns undefined, writes the sentence into `result` and
 * focuses the field.
 */
export function needed(id: string, result: string, sentence: string): string | undefined {
  const value = typed(id)
  byId(id).setAttribute('aria-invalid', String(value === ''))
  if (value !== '') return value
  sayProblem(result, sentence)
  byId(id).focus()
  return undefined
}
