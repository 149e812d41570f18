import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Db } from '../../db/schema.ts'
import { readPublicKeys } from '../key/public-keys.ts'
import type { Pass, PassContext, Verified } from './pass.ts'
import { verifyAgreements } from './verify-agreements.ts'
import { verifyChains } from './verify-chains.ts'
import { verifyDays } from './verify-days.ts'
import { verifyDocuments } from './verify-documents.ts'
import { verifyEvidence } from './verify-evidence.ts'
import { verifyKeys } from './verify-keys.ts'
import { verifySales } from './verify-sales.ts'

/** In this order, because each relies on what the earlier ones have verified. */
const PASSES: readonly Pass[] = [
  verifyKeys,
  verifyAgreements,
  verifyChains,
  verifyEvidence,
  verifyDocuments,
  verifySales,
  verifyDays,
]

const NOTHING: Verified = {
  keys: 0,
  agreements: 0,
  events: 0,
  chains: 0,
  evidence: 0,
  documents: 0,
  erased: 0,
  sales: 0,
  corrected: [],
  days: 0,
}

/**
 * Recomputes what is stored of seals and evidence (docs/product 14.6), one page at a time. A Doorstep may run
 * meanwhile. Returns the numbers of rows, or the first break in one line. `report` receives the progress.
 */
export async function verifySeals(
  db: Db,
  report: PassContext['report'] = () => {},
): Promise<Result<Verified, string>> {
  const context = { db, keyOf: await readPublicKeys(db), report }
  let verified = NOTHING
  for (const pass of PASSES) {
    const counted = await pass(context)
    if (!counted.ok) return failed(counted.failure)
    verified = { ...verified, ...counted.value }
  }
  return success(verified)
}
