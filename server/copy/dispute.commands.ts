import { failed, success } from '#domain/kernel/result.ts'
import type { Db } from '../db/schema.ts'
import { appendEvent } from '../evidence/append-event.ts'
import { type Answer, failWith, problemOf } from '../http/problem.ts'
import { lockSale } from '../sales/opportunities.queries.ts'
import type { CopyFound } from './copy.queries.ts'

/** More than any customer needs, and few enough that the office can read them. */
const MAX_A_DAY = 20
const DAY_MS = 86_400_000

/** Stores what the customer reports as not right, for the office. The same words count once. */
export function disputeSale(
  db: Db,
  { sessionId, chain }: CopyFound,
  words: string,
): Promise<Answer<{ received_at: string }>> {
  return db.transaction().execute(async (transaction): Promise<Answer<{ received_at: string }>> => {
    if (!(await lockSale(transaction, sessionId))) return failWith('no-such-copy')
    const earlier = await transaction
      .selectFrom('disputes')
      .select(['received_at', 'words'])
      .where('session_id', '=', sessionId)
      .execute()
    const same = earlier.find((dispute) => dispute.words === words)
    if (same) return success({ received_at: new Date(same.received_at).toISOString() })
    const now = Date.now()
    if (earlier.filter((one) => Date.parse(one.received_at) > now - DAY_MS).length >= MAX_A_DAY)
      return failed({ ...problemOf('too-many-calls'), headers: { 'retry-after': String(DAY_MS / 1_000) } })
    const received_at = new Date(now).toISOString()
    await transaction.insertInto('disputes').values({ session_id: sessionId, received_at, words }).execute()
    await appendEvent(transaction, chain, {
      type: 'disputed',
      at: received_at,
      payload: { by: 'customer', words },
    })
    return success({ received_at })
  })
}
