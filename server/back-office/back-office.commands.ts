import type { Crm } from '#crm/port.ts'
import { copyStateOf } from '#domain/copy/copy-state.ts'
import {
  type BackOffice,
  DELIVERY_TARGETS,
  type DeliveryPage,
  type DeliveryTarget,
  SALE_TARGETS,
  type SaleDeliveries,
} from '#protocol/back-office.ts'
import type { SalesProgress } from '#protocol/functions.ts'
import { type By, recorded } from '../audit/record-act.queries.ts'
import type { Config } from '../config.ts'
import { listCopyProgress } from '../copy/copy-states.queries.ts'
import { readCallBudget } from '../crm-sync/budget/call-budget.queries.ts'
import { findLeadPull } from '../crm-sync/pull/lead-pulls.queries.ts'
import type { Db } from '../db/schema.ts'
import { findRestingReceiver } from '../deliveries/receivers.queries.ts'
import { correctReport } from '../deliveries/states.queries.ts'
import { perTarget, TARGETS } from '../deliveries/targets.ts'
import { endsSoon, type SealKeys } from '../documents/key/seal-keys.ts'
import { type Answer, failWith } from '../http/problem.ts'
import { type CorrectionContext, correctCustomer } from './correct-customer.commands.ts'
import {
  countHeld,
  countOutstanding,
  findDelivery,
  listDeliveries,
  listReceived,
  listSaleDeliveries,
  type PageAsked,
  readVersion,
} from './deliveries.queries.ts'
import { pageEndToText } from './page-end.ts'
import type { Correction } from './requests.ts'
import { type RetryContext, reopen, retryByOffice } from './retry-by-office.ts'

const NO_BUDGET = { pausedUntil: null, pauseReason: null, dailyRemaining: null, dailyLimit: null }

/** Returns the state of the connections to the CRM and the automation service. */
export async function readBackOffice({
  db,
  crm,
  config,
  sealKeys,
}: {
  db: Db
  crm: Pick<Crm, 'provider'>
  config: Pick<Config, 'crm' | 'webhook' | 'mail'>
  sealKeys: Pick<SealKeys, 'current' | 'expiresAt'>
}): Promise<BackOffice> {
  return {
    provider: crm.provider,
    crm: config.crm ? await readCallBudget(db, config.crm.locationId) : NO_BUDGET,
    automation: await readReceiver(db, 'automation', config),
    seal: sealStateOf(sealKeys),
    mail: await readMail(db, config),
    counts: await readCounts(db),
    version: await readVersion(db),
    leadPull: await findLeadPull(db),
  }
}

async function readReceiver(
  db: Db,
  target: DeliveryTarget,
  config: Pick<Config, 'webhook' | 'mail'>,
): Promise<BackOffice['automation']> {
  const receiver = TARGETS[target].receiverOf(config)
  const found = receiver === null ? undefined : await findRestingReceiver(db, { target, receiver })
  const { closed_at = null, rests_until = null, reason = null } = found ?? {}
  const configured = receiver !== null
  if (closed_at !== null)
    return { configured, disabledAt: closed_at, disabledReason: reason, restsUntil: null, restReason: null }
  return { configured, disabledAt: null, disabledReason: null, restsUntil: rests_until, restReason: reason }
}

/** Both kinds of mail go to one mail server, so it may have refused either. */
async function readMail(db: Db, config: Pick<Config, 'webhook' | 'mail'>): Promise<BackOffice['mail']> {
  const copies = await readReceiver(db, 'copy', config)
  const acknowledgements = await readReceiver(db, 'acknowledgement', config)
  return acknowledgements.disabledAt === null ? copies : acknowledgements
}

function sealStateOf({ current, expiresAt }: Pick<SealKeys, 'current' | 'expiresAt'>): BackOffice['seal'] {
  const state = current()
  const end = expiresAt()
  return {
    reason: state.ok ? null : state.failure.reason,
    expiresAt: end && endsSoon(end) ? end.toISOString() : null,
  }
}

async function readCounts(db: Db): Promise<BackOffice['counts']> {
  const counts = perTarget(DELIVERY_TARGETS, () => ({ waiting: 0, held: 0, parked: 0 }))
  for (const { target, state, count } of await countOutstanding(db))
    if (state !== 'delivered') counts[target][state] = count
  for (const { target, count } of await countHeld(db)) counts[target].held = count
  return counts
}

/** Returns one page of deliveries, and where the next page starts. */
export async function readDeliveries(db: Db, asked: PageAsked): Promise<DeliveryPage> {
  const rows = await listDeliveries(db, { ...asked, limit: asked.limit + 1 })
  const deliveries = rows.slice(0, asked.limit)
  const last = deliveries.at(-1)
  return { deliveries, next: last && rows.length > asked.limit ? pageEndToText(last) : null }
}

/** Corrects what a delivery sends, and queues it again. */
export async function correctDelivery(
  context: RetryContext & CorrectionContext,
  by: By,
  id: number,
  correction: Correction,
): Promise<Answer<{ queued: number }>> {
  const delivery = await findDelivery(context.db, id)
  if (!delivery) return failWith('not-found')
  const { carries } = TARGETS[delivery.target]
  if ('payload' in correction)
    return carries === 'report'
      ? replaceReport(context, by, id, delivery, correction.payload)
      : failWith('not-correctable', 'A push sends the sale as it is: correct its customer instead.')
  if (carries !== 'state')
    return failWith('not-correctable', 'A report is a record of that moment: correct its payload instead.')
  const corrected = await correctCustomer(context, by, delivery.session_id, correction.customer)
  if (!corrected.ok) return corrected
  // One press is one act. A correction is recorded as a correction; if it changes nothing, it is recorded as a retry.
  const recording = corrected.value.isChanged ? 'recorded-already' : 'record'
  return { ok: true, value: await retryByOffice(context, by, { ids: [id] }, recording) }
}

/** Replaces the payload of a parked report. The sale and the step must stay the same. */
async function replaceReport(
  { db, deliveries, config }: RetryContext,
  by: By,
  id: number,
  delivery: { target: DeliveryTarget; session_id: string; step: string | null },
  payload: SalesProgress,
): Promise<Answer<{ queued: number }>> {
  if (payload.session_id !== delivery.session_id || payload.step !== delivery.step)
    return failWith('not-correctable', 'session_id and step cannot be changed.')
  const isCorrected = await recorded(
    db,
    by,
    (tx) => correctReport(tx, id, payload),
    (corrected) =>
      corrected && { verb: 'report-corrected', objectId: String(id), sessionId: delivery.session_id },
  )
  if (!isCorrected) return failWith('not-correctable', 'The report is not parked.')
  await reopen(db, config, delivery.target)
  deliveries.wake()
  return { ok: true, value: { queued: 1 } }
}

/** Returns how far each of these sales has been delivered. Leaves out unknown sales. */
export async function readSales(
  { db, config }: { db: Db; config: Pick<Config, 'mail'> },
  sessionIds: readonly string[],
): Promise<SaleDeliveries[]> {
  const [received, deliveries, copies] = await Promise.all([
    listReceived(db, sessionIds),
    listSaleDeliveries(db, sessionIds),
    listCopyProgress(db, sessionIds),
  ])
  const bySale = Map.groupBy(deliveries, ({ session_id }) => session_id)
  return received.map(({ session_id, received_at, hold, cancelled_at, cancelled_in_time }) => {
    const states = perTarget(SALE_TARGETS, (target) => {
      const found = bySale.get(session_id)?.find((delivery) => delivery.target === target)
      return found ? { state: found.state, at: found.at, reason: found.reason } : null
    })
    const copy = copies.get(session_id)
    return {
      session_id,
      received_at,
      copy_state: copy ? copyStateOf(copy, config.mail !== undefined) : null,
      clock: copy?.clock ? { signed_at: copy.clock.signedAt, informed_at: copy.clock.informedAt } : null,
      ...states,
      ...(hold !== null && { held: true as const }),
      ...(copy?.hasCodeEnded && { code_ended: true as const }),
      ...(cancelled_at !== null && { cancelled_at, cancelled_in_time: cancelled_in_time === true }),
    }
  })
}
