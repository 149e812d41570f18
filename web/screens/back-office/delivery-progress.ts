import { formatWhole } from '#domain/kernel/thousands.ts'
import type { DeliveryCounts, DeliveryListed } from '#protocol/back-office.ts'
import { countOf, formatMoment } from '../../ui/wording.ts'

/** Why the deliveries of a target are not sent when they are due. */
export type Holds = {
  /** What a person must do first, worded to follow `until`. */
  heldUntil?: string | undefined
  /** When sending continues by itself. */
  pausedUntil?: string | undefined
}

type Listed = Pick<
  DeliveryListed,
  'state' | 'attempts' | 'due_at' | 'updated_at' | 'last_tried_at' | 'is_behind' | 'is_held'
>

/** Returns what has happened to a delivery and what comes next, as one line of text. */
export function describeProgress(delivery: Listed, holds: Holds, now = new Date()): string {
  const { state, attempts, updated_at } = delivery
  const changed = formatMoment(updated_at, now)
  if (state === 'delivered') return `Delivered ${changed}`
  if (state === 'parked')
    return `Parked ${changed}${attempts === 0 ? '' : ` after ${countOf(attempts, 'attempt')}`}`
  return waitingOf(delivery, holds, now)
}

/** A retry resets `attempts`, so `last_tried_at` says whether there was an attempt before. */
function waitingOf(delivery: Listed, { pausedUntil, ...holds }: Holds, now: Date): string {
  const { attempts, due_at, last_tried_at, is_behind } = delivery
  const heldUntil = delivery.is_held ? 'the office releases the sale' : holds.heldUntil
  const lastTried = last_tried_at && `last tried ${formatMoment(last_tried_at, now)}`
  const tried = countOf(attempts, 'attempt')
  if (heldUntil !== undefined)
    return `Held until ${heldUntil}, ${attempts > 0 ? `after ${tried}` : (lastTried ?? 'not tried yet')}`
  const dueAt = latestOf(due_at, pausedUntil)
  const due = dueAt > now ? `next try ${formatMoment(dueAt, now)}` : 'due now'
  const next = is_behind ? 'waiting for the previous step' : due
  if (attempts > 0) return `${tried}, ${next}`
  return lastTried
    ? `${next.charAt(0).toUpperCase()}${next.slice(1)}, ${lastTried}`
    : `Not tried yet, ${next}`
}

const latestOf = (due: string, pausedUntil = due) =>
  new Date(Math.max(Date.parse(due), Date.parse(pausedUntil)))

/** Returns how many deliveries of a target are outstanding, and why. */
export function countsInWords({ waiting, held, parked }: DeliveryCounts, { heldUntil }: Holds): string {
  const free = waiting - held
  return [
    parked > 0 && `${formatWhole(parked)} parked`,
    free > 0 && `${formatWhole(free)} ${heldUntil === undefined ? 'waiting' : 'held'}`,
    held > 0 && `${formatWhole(held)} held with ${held === 1 ? 'its sale' : 'their sales'}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether a retry would send anything. Deliveries that are held with their sale wait for its release. */
export const hasToRetry = ({ waiting, held, parked }: DeliveryCounts): boolean => parked + waiting - held > 0

/** Returns the title above the deliveries that wait. */
export function waitingInWords({ waiting, held }: DeliveryCounts, { heldUntil }: Holds): string {
  if (waiting > 0 && held === waiting) return 'Held: these wait until the office releases their sales'
  if (heldUntil !== undefined) return `Held until ${heldUntil}`
  const automatic = 'Waiting: these will be retried automatically'
  return held > 0 ? `${automatic}, those of held sales once the office releases them` : automatic
}
