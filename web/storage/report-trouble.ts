/** Logs an error that only a developer can fix to the browser's console. It must not contain personal data. */
export function reportTrouble(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: a phone has no other log
  console.error(error)
}
