import type { CrmFailure } from '#crm/port.ts'
import { statusByCrm } from '#domain/opportunity/crm-status.ts'
import type { Context } from '../../context.ts'
import { writeSyncLog } from '../log/sync-log.queries.ts'
import {
  findLinkedSales,
  forgetOpportunity,
  type LinkedSale,
  writeCrmStatus,
} from './apply-crm-status.queries.ts'

export type EventsContext = Pick<Context, 'db' | 'crm' | 'changeFeed' | 'log'>

/** What became of an event. `busy`: a write of ours is under way, look again when it is through. */
export type EventOutcome = { ok: true } | { ok: false; busy: true } | { ok: false; failure: CrmFailure }

const DONE: EventOutcome = { ok: true }
const BUSY: EventOutcome = { ok: false, busy: true }

/**
 * Takes over what the CRM says of an opportunity: closed as won or lost, or open again. A sale whose own news are
 * still on their way to the CRM is left alone until they have arrived; one whose news the CRM has refused stands as
 * it is here. An opportunity that is gone is forgotten, so that the next push makes a new one.
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
  if (sale.untold === 'waiting') return BUSY
  const read = await crm.readOpportunity(opportunityId, signal)
  signal.throwIfAborted()
  if (!read.ok) return read
  if (!read.value) await forgetOpportunity(db, sale)
  const status = read.value && statusByCrm(sale.status, read.value.status)
  if (!status || sale.untold === 'parked') return DONE
  if (!(await writeCrmStatus(db, sale, status))) return BUSY
  await tell(context, sale, status, performance.now() - startedAt)
  return DONE
}

async function tell(
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
