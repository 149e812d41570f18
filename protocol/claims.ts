import type { ClaimState, OwnClaim } from '#domain/street/claim.ts'

/** Takes one `OwnClaim` or an array of them and returns an array of `ClaimAnswer` (docs/product 17.6). */
export const CLAIMS_PATH = '/functions/v1/claims'
export const MAX_CLAIMS_A_CALL = 100

/** A claim as every phone shows it. */
export type ClaimShown = Pick<OwnClaim, 'id' | 'street' | 'street_name'> & {
  /** The phone that holds it, such as `Phone B`. */
  phone_name: string
  /** When it ends unless a visit renews it: UTC ISO 8601. */
  until: string
}

/** What became of a claim, and who holds the street if it was lost. */
export type ClaimAnswer = ClaimShown & { state: ClaimState; held_by: ClaimShown | null }
