/**
 * The server's time of a response, because the phone's clock may be a day off. Undefined if the date is missing or cut
 * off: over plain HTTP a browser may pass on a truncated header, and `Sat, 21 Nov 20` is a date too.
 */
export function timeOf(headers: Headers): string | undefined {
  const header = headers.get('date') ?? ''
  const date = new Date(header)
  return isWhole(date, header) ? date.toISOString() : undefined
}

/** JavaScript writes the only format that servers may send (RFC 9110, 5.6.7). */
const isWhole = (date: Date, header: string) => date.toUTCString() === header
