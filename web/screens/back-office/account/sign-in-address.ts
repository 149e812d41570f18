import { SIGN_IN_PAGE } from '#protocol/identity.ts'

/**
 * Returns where to sign in and come back to this page. What is behind `#` is left out: it holds what was searched for, such
 * as a name, and this address reaches the server.
 */
export const signInAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${SIGN_IN_PAGE}?next=${encodeURIComponent(pathname + search)}`
