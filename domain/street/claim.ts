/** How long a claim holds after it was made, or after the last visit in its street (docs/product 17.5). */
const LEASE_MS = 4 * 60 * 60 * 1000

/** A phone's own claim. The phone sends all of it again whenever something changes. Times are ISO 8601. */
export type OwnClaim = {
  id: string
  /** The key of the street (`streetKey`). */
  street: string
  /** The street as the phone shows it, for the other phones. */
  street_name: string
  /** The area of its leads; empty if they have none. */
  area: string
  /** The phone that claims. */
  phone: string
  claimed_at: string
  /** When the street was last visited since then. */
  renewed_at: string | null
  released_at: string | null
}

/** The server's decision on a claim. */
export type ClaimRuling = {
  until: string
  released_at: string | null
  /** The claim that arrived first. */
  lost_to: string | null
}

/** `held`: the street is this phone's. `lost`: another phone's claim arrived first. `over`: released or expired. */
export type ClaimState = 'held' | 'lost' | 'over'

/** Returns when a claim ends unless a visit renews it. A phone's clock that is ahead of `now` does not lengthen it. */
export function leaseEnd({ claimed_at, renewed_at }: OwnClaim, now: Date): string {
  const since = Math.max(Date.parse(claimed_at), Date.parse(renewed_at ?? claimed_at))
  return new Date(Math.min(since, now.getTime()) + LEASE_MS).toISOString()
}

export function claimState({ until, released_at, lost_to }: ClaimRuling, now: Date): ClaimState {
  if (released_at !== null) return 'over'
  if (lost_to !== null) return 'lost'
  return Date.parse(until) > now.getTime() ? 'held' : 'over'
}

type Arrival = {
  claim: OwnClaim
  /** The earlier ruling on the same claim, if it has arrived before. */
  known: ClaimRuling | undefined
  /** Another phone's claim that holds the street at this moment. */
  rival: { id: string } | undefined
  now: Date
}

/**
 * Decides on a claim when it arrives: the first to arrive holds the street, whenever it was made. An expired claim can
 * be renewed until another phone holds the street. A released or lost claim stays so.
 */
export function ruleOnClaim({ claim, known, rival, now }: Arrival): ClaimRuling {
  const end = leaseEnd(claim, now)
  const isHeld = known !== undefined && claimState(known, now) === 'held'
  return {
    until: known && Date.parse(known.until) > Date.parse(end) ? known.until : end,
    released_at: known?.released_at ?? claim.released_at,
    lost_to: isHeld ? null : (known?.lost_to ?? rival?.id ?? null),
  }
}
