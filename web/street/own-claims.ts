import { leaseEnd } from '#domain/street/claim.ts'
import type { DecidedClaim } from '#domain/street/known-claim.ts'
import { ownList } from './own-list.ts'

/** A claim made on this phone. */
export type KeptClaim = DecidedClaim & {
  isSent: boolean
  /**
   * The life of the server's database (protocol/street.ts) when the claim was last sent; undefined if no street was
   * read before.
   */
  life?: string | undefined
}

/** The claims made on this phone. A claim that has ended is dropped, sent or not. */
export const ownClaims = ownList<KeptClaim>('own-claims', (claim) => {
  const now = new Date()
  return Date.parse(leaseEnd(claim, now)) > now.getTime()
})
