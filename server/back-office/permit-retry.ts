import type { DeliveriesToRetry } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'
import { type Answer, failWith } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import { findUnseen } from '../identity/foreign-sales.queries.ts'
import { permit } from '../identity/permit.ts'

/**
 * Fails unless the caller may retry these deliveries. The office may retry all; people who may sync may retry those of
 * a sale that they see.
 */
export async function permitRetry(db: Db, caller: Caller, which: DeliveriesToRetry): Promise<Answer<Caller>> {
  if (!('session_id' in which)) return permit(caller, 'write-office')
  const [unseen] = await findUnseen(db, caller, [which.session_id])
  return unseen === undefined ? permit(caller, 'sync-crm') : failWith('not-your-sale')
}
