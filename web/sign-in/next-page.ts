const OFFICE = '/admin'

/**
 * Returns the page to open after a sign-in: the page of the office that `?next=` names, else the dashboard. If we
 * allowed other pages, a link could send people who have just signed in to a page that looks like ours (docs/product
 * 26.10).
 */
export function nextPage({ search, origin }: Pick<Location, 'search' | 'origin'>): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  const url = next.startsWith(OFFICE) ? new URL(next, origin) : undefined
  const isOffice = url?.origin === origin && /^\/admin(\/|$)/.test(url.pathname)
  return isOffice ? url.pathname + url.search : OFFICE
}
