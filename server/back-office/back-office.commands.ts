import type {
  BackOffice,
  DeliveriesToRetry,
  DeliveryPage,
  DeliveryTarget,
  SaleDeliveries,
} from '#protocol/back-office.ts'
import type { SalesProgress } from '#protocol/functions.ts'
import { receiverOf } from '../automation/deliver-progress.job.ts'
import type { Context } from '../context.ts'
import { liftCallPause, readCallBudget } from '../crm-sync/budget/call-budget.queries.ts'
import { findLeadPull } from '../crm-sync/pull/lead-pulls.queries.ts'
import { findRestingReceiver, openReceivers } from '../deliveries/receivers.queries.ts'
import { correctReport, retry } from '../deliveries/states.queries.ts'
import { type Answer, failWith } from '../http/problem.ts'
import { correctCustomer } from './correct-customer.commands.ts'
import {
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

const NEVER_TOLD = { pausedUntil: null, pauseReason: null, dailyRemaining: null, dailyLimit: null }

/** How the connections to the outside stand. */
export async function readBackOffice({
  db,
  crm,
  config,
}: Pick<Context, 'db' | 'crm' | 'config'>): Promise<BackOffice> {
  const receiver = receiverOf(config.webhook)
  return {
    provider: crm.provider,
    crm: config.crm ? await readCallBudget(db, config.crm.locationId) : NEVER_TOLD,
    automation: { configured: receiver !== null, ...(await readAutomation(db, receiver)) },
    counts: await readCounts(db),
    version: await readVersion(db),
    leadPull: await findLeadPull(db),
  }
}

async function readAutomation(
  db: Context['db'],
  receiver: string | null,
): Promise<Omit<BackOffice['automation'], 'configured'>> {
  const found = receiver ? await findRestingReceiver(db, { target: 'automation', receiver }) : undefined
  const { closed_at = null, rests_until = null, reason = null } = found ?? {}
  if (closed_at !== null)
    return { disabledAt: closed_at, disabledReason: reason, restsUntil: null, restReason: null }
  return { disabledAt: null, disabledReason: null, restsUntil: rests_until, restReason: reason }
}

async function readCounts(db: Context['db']): Promise<BackOffice['counts']> {
  const counts = { crm: { waiting: 0, parked: 0 }, automation: { waiting: 0, parked: 0 } }
  for (const { target, state, count } of await countOutstanding(db))
    if (state !== 'delivered') counts[target][state] = count
  return counts
}

/** One page of the ledger, and where the next one begins. */
export async function readDeliveries(db: Context['db'], asked: PageAsked): Promise<DeliveryPage> {
  const rows = await listDeliveries(db, { ...asked, limit: asked.limit + 1 })
  const deliveries = rows.slice(0, asked.limit)
  const last = deliveries.at(-1)
  return { deliveries, next: last && rows.length > asked.limit ? pageEndToText(last) : null }
}

/**
 * Makes deliveries due now; who wanted no more, or asked for a rest, is asked again. The CRM only when all are retried:
 * its rest is that of every sale, and ends for none of them alone (decision 12).
 */
export async function retryDeliveries(
  { db, deliveries, config }: Pick<Context, 'db' | 'deliveries' | 'config'>,
  which: DeliveriesToRetry,
): Promise<{ queued: number }> {
  const { queued, targets } = await retry(db, which)
  const asked = 'ids' in which ? targets : [which.target]
  for (const target of asked)
    if (target === 'automation' || 'state' in which) await askAgain(db, config, target)
  deliveries.wake()
  return { queued }
}

async function askAgain(
  db: Context['db'],
  { crm }: Context['config'],
  target: DeliveryTarget,
): Promise<void> {
  await openReceivers(db, target)
  if (target === 'crm' && crm) await liftCallPause(db, crm.locationId)
}

/** Corrects what a delivery tells, and queues it again. */
export async function correctDelivery(
  context: Pick<Context, 'db' | 'deliveries' | 'config' | 'changeFeed' | 'recentSales' | 'saleWriter'>,
  id: number,
  correction: Correction,
  requestId: string,
): Promise<Answer<{ queued: number }>> {
  const delivery = await findDelivery(context.db, id)
  if (!delivery) return failWith('not-found')
  if ('payload' in correction)
    return delivery.target === 'automation'
      ? replaceReport(context, id, delivery, correction.payload)
      : failWith('not-correctable', 'A push brings the sale as it is: correct its customer.')
  if (delivery.target !== 'crm')
    return failWith('not-correctable', 'A report says what was told then: correct its payload.')
  const corrected = await correctCustomer(context, delivery.session_id, correction.customer, requestId)
  return corrected.ok ? { ok: true, value: await retryDeliveries(context, { ids: [id] }) } : corrected
}

/** Replaces what a parked report says, of the same sale and step. */
async function replaceReport(
  { db, deliveries, config }: Pick<Context, 'db' | 'deliveries' | 'config'>,
  id: number,
  delivery: { session_id: string; step: string | null },
  payload: SalesProgress,
): Promise<Answer<{ queued: number }>> {
  if (payload.session_id !== delivery.session_id || payload.step !== delivery.step)
    return failWith('not-correctable', 'session_id and step stay as they are.')
  if (!(await correctReport(db, id, payload))) return failWith('not-correctable', 'The report is not parked.')
  await askAgain(db, config, 'automation')
  deliveries.wake()
  return { ok: true, value: { queued: 1 } }
}

/** How far each of these sales has come outside; those that are not here are left out. */
export async function readSales(db: Context['db'], sessionIds: readonly string[]): Promise<SaleDeliveries[]> {
  const [received, told] = await Promise.all([
    listReceived(db, sessionIds),
    listSaleDeliveries(db, sessionIds),
  ])
  const bySale = Map.groupBy(told, ({ session_id }) => session_id)
  return received.map(({ session_id, received_at }) => {
    const of = (target: DeliveryTarget) => {
      const found = bySale.get(session_id)?.find((delivery) => delivery.target === target)
      return found ? { state: found.state, at: found.at, reason: found.reason } : null
    }
    return { session_id, received_at, crm: of('crm'), automation: of('automation') }
  })
}
