/**
 * Returns the server's time from a response, because the phone's clock may be a day off. Undefined if the date is
 * missing or cut off: over plain HTTP a browser may pass on a truncated header, and `Sat, 21 Nov 20` is a valid date
 * too.
 */
export function timeOf(headers: Headers): string | undefined {
  const header = headers.get('date') ?? ''
  const date = new Date(header)
  return isWhole(date, header) ? date.toISOString() : undefined
}

let aheadMs: number | null = null

/** Notes how far the server's clock is ahead of this phone's, from a response that has just arrived. */
export function noteServerTime(headers: Headers): void {
  const at = timeOf(headers)
  if (at !== undefined) aheadMs = Date.parse(at) - Date.now()
}

/**
 * Returns how many milliseconds the server's clock is ahead, accurate to a second; null if the server has not answered
 * since the start.
 */
export const serverAheadMs = (): number | null => aheadMs

/** JavaScript writes the only format that servers may send (RFC 9110, 5.6.7). */
const isWhole = (date: Date, header: string) => date.toUTCString() === header
