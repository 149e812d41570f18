/** The server's clock, which every answer carries; ours may be a day off. */
export function timeOf(headers: Headers): string {
  const date = Date.parse(headers.get('date') ?? '')
  return new Date(Number.isNaN(date) ? Date.now() : date).toISOString()
}
