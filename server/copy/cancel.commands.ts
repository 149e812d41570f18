import { isInTime } from '#domain/cooling-off/cooling-off.ts'
import { success } from '#domain/kernel/result.ts'
import type { CancellationReceived } from '#protocol/copy.ts'
import type { ChangeFeed } from '../changes/change-feed.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { queueAcknowledgement } from '../deliveries/acknowledgements.queries.ts'
import { queueCancelledPush } from '../deliveries/cancelled-pushes.queries.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { appendEvent } from '../evidence/append-event.ts'
import { type Answer, failWith } from '../http/problem.ts'
import { lockSale } from '../sales/opportunities.queries.ts'
import { type CopyFound, listCopyEvents } from './copy.queries.ts'
import { clockOf } from './customers-copy.ts'

type CancelContext = {
  db: Db
  config: Pick<Config, 'mail'>
  changeFeed: Pick<ChangeFeed, 'wake'>
  deliveries: Pick<Deliveries, 'wake'>
}

/**
 * Stores the customer's cancellation. In the same transaction queues a push that reports it to the CRM and a mail that
 * acknowledges it to the customer. A repeat changes nothing and gets the first answer. A cancellation is also accepted
 * after the last day, and changes no status (docs/product 13.7).
 */
export async function cancelSale(
  { db, config, changeFeed, deliveries }: CancelContext,
  found: CopyFound,
  words: string,
): Promise<Answer<CancellationReceived>> {
  const received = await db.transaction().execute(async (transaction) => {
    const stored = await store(transaction, found, words)
    if (stored.ok && config.mail) await queueAcknowledgement(transaction, found.sessionId)
    return stored
  })
  if (received.ok) {
    changeFeed.wake()
    deliveries.wake()
  }
  return received
}

async function store(
  transaction: Db,
  { sessionId, chain, signedAt }: CopyFound,
  words: string,
): Promise<Answer<CancellationReceived>> {
  if (!(await lockSale(transaction, sessionId))) return failWith('no-such-copy')
  const earlier = await transaction
    .selectFrom('cancellations')
    .select(['received_at', 'in_time'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (earlier) return success({ ...earlier, received_at: new Date(earlier.received_at).toISOString() })
  const received_at = new Date().toISOString()
  const in_time = isInTime(clockOf(signedAt, await listCopyEvents(transaction, chain)), received_at)
  await transaction
    .insertInto('cancellations')
    .values({ session_id: sessionId, received_at, way: 'page', words, in_time })
    .execute()
  await appendEvent(transaction, chain, {
    type: 'cancel-received',
    at: received_at,
    payload: { by: 'customer', way: 'page', words, in_time },
  })
  await queueCancelledPush(transaction, sessionId)
  return success({ received_at, in_time })
}
