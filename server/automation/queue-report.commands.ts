import type { FastifyRequest } from 'fastify'
import type { Hold } from '#domain/access/hold.ts'
import { success } from '#domain/kernel/result.ts'
import type { SalesProgress } from '#protocol/functions.ts'
import type { Db } from '../db/schema.ts'
import { nextProgressSequence } from '../deliveries/deliveries.queries.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { queueProgress } from '../deliveries/states.queries.ts'
import { type Answer, failAsNotOne } from '../http/problem.ts'
import { holdSale, lockHold } from '../sales/holds.queries.ts'

type ReportContext = { db: Db; deliveries: Pick<Deliveries, 'wake'> }

/**
 * Queues a report (docs/product 8.4). A repeat changes nothing. A report without a sequence gets the next free one. A
 * report from a suspended phone holds its sale; if the sale is not stored yet, the report fails as a PATCH does,
 * because nothing could hold it back.
 */
export async function queueReport(
  { db, deliveries }: ReportContext,
  { id: requestId, log, caller }: Pick<FastifyRequest, 'id' | 'log' | 'caller'>,
  payload: SalesProgress,
  given?: number,
): Promise<Answer<void>> {
  const sessionId = payload.session_id
  let queued: boolean | 'no-sale' = false
  do {
    const sequence = given ?? (await nextProgressSequence(db, sessionId))
    queued = await queue(db, { sessionId, sequence, payload, requestId }, caller.hold)
    if (queued === 'no-sale') return failAsNotOne(0)
  } while (!queued && given === undefined)
  log.info({ sessionId, step: payload.step, queued }, 'Received a progress report')
  if (queued) deliveries.wake()
  return success(undefined)
}

/**
 * Queues the report. With a hold, also holds its sale, both or neither; a repeat does not hold a sale that has since
 * been released.
 */
function queue(
  db: Db,
  report: Parameters<typeof queueProgress>[1],
  hold: Hold | undefined,
): Promise<boolean | 'no-sale'> {
  if (!hold) return queueProgress(db, report)
  return db.transaction().execute(async (transaction) => {
    if (!(await lockHold(transaction, report.sessionId))) return 'no-sale'
    const queued = await queueProgress(transaction, report)
    if (queued) await holdSale(transaction, report.sessionId, hold)
    return queued
  })
}
