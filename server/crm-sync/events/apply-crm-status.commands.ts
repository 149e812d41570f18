import type { FastifyBaseLogger } from 'fastify'
import type { Crm, CrmFailure } from '#crm/port.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import { statusByCrm } from '#domain/opportunity/crm-status.ts'
import type { ChangeFeed } from '../../changes/change-feed.ts'
import type { Db } from '../../db/schema.ts'
import { writeSyncLog } from '../log/sync-log.queries.ts'
import {
  findLinkedSales,
  forgetOpportunity,
  type LinkedSale,
  writeCrmStatus,
} from './apply-crm-status.queries.ts'

export type EventsContext = {
  db: Db
  crm: Crm
  changeFeed: Pick<ChangeFeed, 'wake'>
  log: Pick<FastifyBaseLogger, 'error' | 'debug'>
}

/** The outcome of working off an event. `busy` means that the sale's own push comes first, so the event is retried. */
export type EventOutcome = Result<void, CrmFailure | 'busy'>

const DONE: EventOutcome = success(undefined)
const BUSY: EventOutcome = failed('busy')

/**
 * Copies the CRM's status of an opportunity to its sale: won, lost, or open again. If a push of the sale is waiting, it
 * goes first. If the CRM refused the push, the sale keeps its own status. If the opportunity was deleted, clears the
 * sale's link, so that the next push creates a new one.
 */
export async function applyCrmStatus(
  context: EventsContext,
  opportunityId: string,
  signal: AbortSignal,
): Promise<EventOutcome> {
  const { db, crm } = context
  const startedAt = performance.now()
  const [sale] = await findLinkedSales(db, [opportunityId])
  if (!sale) return DONE
  if (sale.pendingPush === 'waiting') return BUSY
  const read = await crm.readOpportunity(opportunityId, signal)
  signal.throwIfAborted()
  if (!read.ok) return read
  if (!read.value) await forgetOpportunity(db, sale)
  const status = read.value && statusByCrm(sale.status, read.value.status)
  if (!status || sale.pendingPush === 'parked') return DONE
  if (!(await writeCrmStatus(db, sale, status))) return BUSY
  await recordChange(context, sale, status, performance.now() - startedAt)
  return DONE
}

async function recordChange(
  { db, changeFeed }: EventsContext,
  sale: LinkedSale,
  status: string,
  duration_ms: number,
) {
  changeFeed.wake()
  await writeSyncLog(db, {
    operation: 'crm_event',
    direction: 'pull',
    session_id: sale.sessionId,
    lead_id: sale.leadId,
    status: 'success',
    message: status,
    duration_ms,
  })
}
