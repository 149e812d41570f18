import { claimState, type OwnClaim, ruleOnClaim } from '#domain/street/claim.ts'
import type { ClaimAnswer } from '#protocol/claims.ts'
import type { Db } from '../../db/schema.ts'
import { namePhone } from '../../phones/phones.queries.ts'
import { findRival, findRuling, lockClaims, storeClaim } from './claims.queries.ts'

/**
 * Decides on a claim and stores the decision (docs/product 17.5). The same claim may arrive any number of times: what
 * it adds is applied, and the answer contains the decision.
 */
export async function receiveClaim(db: Db, claim: OwnClaim): Promise<ClaimAnswer> {
  return db.transaction().execute(async (transaction) => {
    await lockClaims(transaction)
    await namePhone(transaction, claim.phone)
    const rival = await findRival(transaction, claim)
    const now = new Date()
    const known = await findRuling(transaction, claim.id)
    // Every phone sees the id of a claim, but only the phone that made it can renew or release it.
    const isAnothers = known !== undefined && known.phone !== claim.phone
    const ruling = isAnothers ? known : ruleOnClaim({ claim, known, rival, now })
    const stored = await storeClaim(transaction, claim, ruling)
    const state = claimState(ruling, now)
    return { ...stored, state, held_by: state === 'lost' ? (rival ?? null) : null }
  })
}
