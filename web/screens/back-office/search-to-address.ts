/**
 * Returns a search as the `#` part of an address, without the fields that equal those of `first`. That part reaches no
 * server or log, and a search may hold a customer's name.
 */
export function searchToAddress<Search extends Record<string, string | number>>(
  search: Search,
  first: Search,
): string {
  const named = Object.entries(search).filter(([name, value]) => value !== first[name])
  const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()
  return query && `#${query}`
}
