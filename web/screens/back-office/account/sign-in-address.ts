import { SIGN_IN_PAGE } from '#protocol/identity.ts'

/**
 * Returns the address of the sign-in page, which leads back to this page. Leaves out the fragment (`#`): it may hold
 * search terms, such as a name, and this address is sent to the server.
 */
export const signInAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${SIGN_IN_PAGE}?next=${encodeURIComponent(pathname + search)}`
