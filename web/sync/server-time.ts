/**
 * The server's clock, which every answer carries; ours may be a day off. Nothing when the answer has no whole date:
 * over plain http a browser passes off as whole an answer whose header was cut, and `Sat, 21 Nov 20` is a date too.
 */
export function timeOf(headers: Headers): string | undefined {
  const header = headers.get('date') ?? ''
  const date = new Date(header)
  return isWhole(date, header) ? date.toISOString() : undefined
}

/** The one form that servers may send (RFC 9110, 5.6.7) is the one that the language writes. */
const isWhole = (date: Date, header: string) => date.toUTCString() === header
