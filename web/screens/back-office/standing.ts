import type { BackOffice, DeliveryListed, DeliveryTarget } from '#protocol/back-office.ts'
import { countOf, formatMoment } from '../../ui/wording.ts'

/** What keeps deliveries of a target from being tried when they are due. */
export type Holds = {
  /** What somebody has to do first, as words after `until`. */
  heldUntil?: string | undefined
  /** Until then they rest, and go on by themselves. */
  restsUntil?: string | undefined
}

export function holdsOf(target: DeliveryTarget, { crm, automation }: BackOffice): Holds {
  if (target === 'crm') return { restsUntil: crm.pausedUntil ?? undefined }
  if (!automation.configured) return { heldUntil: 'an automation service is set up' }
  if (automation.disabledAt !== null) return { heldUntil: 'Resume is pressed' }
  return { restsUntil: automation.restsUntil ?? undefined }
}

type Told = Pick<
  DeliveryListed,
  'state' | 'attempts' | 'due_at' | 'updated_at' | 'last_tried_at' | 'is_behind'
>

/** How a delivery stands, in one line. */
export function standingOf(delivery: Told, holds: Holds, now = new Date()): string {
  const { state, attempts, updated_at } = delivery
  const changed = formatMoment(updated_at, now)
  if (state === 'delivered') return `Delivered ${changed}`
  if (state === 'parked')
    return `Parked ${changed}${attempts === 0 ? '' : ` after ${countOf(attempts, 'attempt')}`}`
  return waitingOf(delivery, holds, now)
}

/** A retry starts the count again, and what was tried before is not new. */
function waitingOf({ attempts, due_at, last_tried_at, is_behind }: Told, holds: Holds, now: Date): string {
  const { heldUntil, restsUntil } = holds
  const lastTried = last_tried_at && `last tried ${formatMoment(last_tried_at, now)}`
  const tried = countOf(attempts, 'attempt')
  if (heldUntil !== undefined)
    return `Held until ${heldUntil}, ${attempts > 0 ? `after ${tried}` : (lastTried ?? 'not tried yet')}`
  const dueAt = latestOf(due_at, restsUntil)
  const due = dueAt > now ? `next try ${formatMoment(dueAt, now)}` : 'due now'
  const next = is_behind ? 'waits for the step before' : due
  if (attempts > 0) return `${tried}, ${next}`
  return lastTried
    ? `${next.charAt(0).toUpperCase()}${next.slice(1)}, ${lastTried}`
    : `Not tried yet, ${next}`
}

const latestOf = (due: string, rests = due) => new Date(Math.max(Date.parse(due), Date.parse(rests)))
