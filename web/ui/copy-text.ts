import { toast } from './toast-store.ts'

/** Copies a text to the clipboard, and says so; `what` names it, such as `the link`. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(`Copied: ${what}`)
  } catch {
    toast(`Couldn’t copy: select ${what} and copy it yourself`, 'bad')
  }
}
