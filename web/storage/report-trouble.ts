/** What only a developer can mend goes to the browser's console; it holds nothing personal. */
export function reportTrouble(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: there is no other place for it on a phone
  console.error(error)
}
