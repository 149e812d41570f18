import type { DeliveriesToRetry, DeliveryTarget } from '#protocol/back-office.ts'
import { type Act, type By, recordAct } from '../audit/record-act.queries.ts'
import type { Config } from '../config.ts'
import { liftCallPause } from '../crm-sync/budget/call-budget.queries.ts'
import type { Db } from '../db/schema.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { openReceivers } from '../deliveries/receivers.queries.ts'
import { type Requeued, retryPart } from '../deliveries/states.queries.ts'
import { TARGETS } from '../deliveries/targets.ts'

export type RetryContext = {
  db: Db
  deliveries: Pick<Deliveries, 'wake'>
  config: Pick<Config, 'crm'>
}

/** The max number of ids that an act names. */
const MAX_NAMED = 20

/**
 * Queues deliveries again and reopens their receivers. A pause of the CRM concerns every sale, so only a retry of all
 * ends it (decision 12). The act is stored with the first part, and only if something was queued or reopened. Thousands
 * of deliveries need further parts, which belong to the same act.
 */
export async function retryByOffice(
  { db, deliveries, config }: RetryContext,
  by: By,
  which: DeliveriesToRetry,
  recording: 'record' | 'recorded-already' = 'record',
): Promise<{ queued: number }> {
  const first = await db.transaction().execute(async (tx) => {
    const part = await retryPart(tx, which)
    const isReopened = await reopenFor(tx, config, which, part.rows)
    if (recording === 'record' && (part.rows.length > 0 || isReopened))
      await recordAct(tx, by, { verb: 'deliveries-retried', ...actOf(which, part) })
    return part
  })
  let queued = first.rows.length
  for (let after = first.next; after !== undefined; ) {
    const part = await retryPart(db, which, after)
    queued += part.rows.length
    after = part.next
  }
  deliveries.wake()
  return { queued }
}

/** Reopens the receivers of a retry. Returns whether any of them was closed or paused. */
async function reopenFor(
  tx: Db,
  config: Pick<Config, 'crm'>,
  which: DeliveriesToRetry,
  rows: readonly Requeued[],
): Promise<boolean> {
  let isReopened = false
  for (const target of 'ids' in which ? new Set(rows.map((row) => row.target)) : [which.target])
    if (TARGETS[target].retryEndsRest === 'always' || 'state' in which)
      isReopened = (await reopen(tx, config, target)) || isReopened
  return isReopened
}

/**
 * Opens the receivers of a target, and ends its pause at the CRM. Returns whether there was anything to open or end.
 */
export async function reopen(db: Db, { crm }: Pick<Config, 'crm'>, target: DeliveryTarget): Promise<boolean> {
  const isOpened = await openReceivers(db, target)
  const isLifted =
    (target === 'crm' || target === 'visits') && crm && (await liftCallPause(db, crm.locationId))
  return isOpened || isLifted === true
}

/**
 * Returns the act of a retry. If there are more parts, it leaves out the count, which would be that of the first part
 * only.
 */
function actOf(
  which: DeliveriesToRetry,
  { rows, next }: { rows: readonly Requeued[]; next: number | undefined },
): Omit<Act, 'verb'> {
  const targets = 'ids' in which ? [...new Set(rows.map(({ target }) => target))] : [which.target]
  const sales = new Set(rows.map(({ session_id }) => session_id))
  const [sessionId] = sales
  return {
    details: {
      target: targets.join(' '),
      ...('state' in which && { state: which.state }),
      ...(next === undefined && { count: rows.length }),
    },
    ...('ids' in which && { objectId: which.ids.slice(0, MAX_NAMED).join(' ') }),
    // Deliveries of visits have a lead instead of a sale.
    ...(!('state' in which) && sales.size === 1 && sessionId && !targets.includes('visits') && { sessionId }),
  }
}
