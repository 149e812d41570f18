/** How long the browser may take to read the file. */
const READ_MS = 60_000

/** Saves a file among the person's downloads. */
export function downloadBlob(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}
