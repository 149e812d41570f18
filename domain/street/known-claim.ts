import { type ClaimState, leaseEnd, type OwnClaim } from './claim.ts'

/** A claim of this phone, with the server's decision; null until there is one. */
export type DecidedClaim = OwnClaim & { decided: { state: ClaimState; until: string } | null }

/** A claim as the server lists it. */
export type ListedClaim = Pick<OwnClaim, 'id' | 'street'> & { phone_name: string; until: string }

/** How a phone sees a claimed street: as its own, as its own but not yet decided, or as another phone's. */
export type KnownClaim =
  | { by: 'us' | 'us-undecided'; until: string }
  | { by: 'other'; until: string; phone_name: string }

type Known = { own: readonly DecidedClaim[]; listed: readonly ListedClaim[]; now: Date }

/** Returns who works a street, as far as a phone knows; undefined if it is free (docs/product 17.5). */
export function knownClaim(street: string, { own, listed, now }: Known): KnownClaim | undefined {
  const ours = own.find((claim) => claim.street === street && isInForce(claim, now))
  if (ours?.decided) return { by: 'us', until: claimEnd(ours, now) }
  const ids = new Set(own.map(({ id }) => id))
  const other = listed.find(
    (claim) => claim.street === street && !ids.has(claim.id) && Date.parse(claim.until) > now.getTime(),
  )
  if (other) return { by: 'other', until: other.until, phone_name: other.phone_name }
  return ours && { by: 'us-undecided', until: claimEnd(ours, now) }
}

/** Returns whether a claim of this phone may still hold its street. */
export const isInForce = (claim: DecidedClaim, now: Date): boolean =>
  claim.released_at === null &&
  (claim.decided === null || claim.decided.state === 'held') &&
  Date.parse(claimEnd(claim, now)) > now.getTime()

/** Returns when a claim of this phone ends: a visit may have renewed it since the server decided. */
function claimEnd(claim: DecidedClaim, now: Date): string {
  const { decided, renewed_at } = claim
  if (!decided) return leaseEnd(claim, now)
  const renewed = renewed_at === null ? '' : leaseEnd(claim, now)
  return renewed > decided.until ? renewed : decided.until
}
