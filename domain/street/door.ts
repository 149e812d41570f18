import { addDays, type CalendarDate, londonDateOf } from '../cooling-off/calendar-date.ts'
import type { LeadStatus } from '../lead/lead.ts'
import { MAX_TRIES, OUTCOME_TRAITS, type Outcome, REST_DAYS_AFTER_TRIES } from './outcome.ts'
import { countsAt, effectiveVisits, type Visit } from './visit.ts'

/** The states of a door; `unvisited` if no visit counts. */
export const DOOR_STATES = [
  'unvisited',
  'no-answer',
  'call-back',
  'not-interested',
  'refused',
  'do-not-knock',
  'no-access',
  'empty',
  'sold',
] as const
export type DoorState = (typeof DOOR_STATES)[number]

/** The state of a lead's door, with the field names of the feed (docs/product 15.3). */
export type Door = {
  lead_id: string
  state: DoorState
  /** The day of an open call-back, or the first day on which to try again; null for any day or never. */
  next_on: CalendarDate | null
  /** The time of an open call-back in London, `17:30`. */
  next_at: string | null
  last_outcome: Outcome | null
  /** UTC ISO 8601. */
  last_at: string | null
  /** How many visits in a row, up to the latest, had no answer. */
  tries: number
}

/** What the visits at a door add up to: its state, and what else follows from them. */
export type FoldedDoor = Omit<Door, 'lead_id'> & {
  /** The visit whose call-back is open. */
  callBack: Visit | undefined
  /** Whether an agent has spoken to the household. */
  spoke: boolean
}

/**
 * Folds the visits at a door, in any order: sold > do not knock > open call-back > the latest visit. The same visits
 * give the same state everywhere (docs/product 15.3).
 */
export function foldDoor(visits: readonly Visit[], isSold = false): FoldedDoor {
  const counted = effectiveVisits(visits)
  const last = counted.at(-1)
  const callBack = openCallBack(counted)
  const isOnRegister = counted.some(({ outcome }) => outcome === 'do-not-knock')
  const state = isSold ? 'sold' : isOnRegister ? 'do-not-knock' : callBack ? 'call-back' : last?.outcome
  const tries = triesOf(counted)
  return {
    state: state ?? 'unvisited',
    next_on:
      state === 'call-back' ? (callBack?.call_back_on ?? null) : last ? restsUntil(last, tries, state) : null,
    next_at: state === 'call-back' ? (callBack?.call_back_at ?? null) : null,
    last_outcome: last?.outcome ?? null,
    last_at: last ? countsAt(last) : null,
    tries,
    callBack: state === 'call-back' ? callBack : undefined,
    spoke: counted.some(({ outcome }) => OUTCOME_TRAITS[outcome].spoke),
  }
}

/**
 * Returns the latest call-back, unless a later visit settled it. After a visit without an answer, the agent must still
 * call back.
 */
function openCallBack(counted: readonly Visit[]): Visit | undefined {
  const last = counted.findLast(({ outcome }) => OUTCOME_TRAITS[outcome].endsCallBack)
  return last?.outcome === 'call-back' ? last : undefined
}

function triesOf(counted: readonly Visit[]): number {
  const answered = counted.findLastIndex(({ outcome }) => outcome !== 'no-answer' && outcome !== 'no-access')
  return counted.slice(answered + 1).filter(({ outcome }) => outcome === 'no-answer').length
}

function restsUntil(last: Visit, tries: number, state: DoorState | undefined): CalendarDate | null {
  if (state === 'sold' || state === 'do-not-knock') return null
  const days = tries >= MAX_TRIES ? REST_DAYS_AFTER_TRIES : OUTCOME_TRAITS[last.outcome].restDays
  return days === null ? null : addDays(londonDateOf(countsAt(last)), days)
}

/** How visits have moved a lead: from one status to another. Null if they have not. */
export type LeadMove = { from: LeadStatus; to: LeadStatus } | null

/** A lead before its visits are folded: its status, and how earlier visits moved it. */
export type LeadBefore = {
  /** Its status or, if the register has closed it, the status to which it returns. */
  status: LeadStatus
  moved: LeadMove
  /** Whether the register has closed it. Then only the register can reopen it. */
  isClosedByRegister?: boolean
}

/**
 * Returns the status that a door's visits give its lead (docs/product 15.4). If the visits that moved the lead are
 * taken back, it returns to where it was, unless something else has moved it since. A won lead stays won.
 */
export function leadAfterVisits(
  { status, moved, isClosedByRegister = false }: LeadBefore,
  { state, spoke }: FoldedDoor,
): { status: LeadStatus; moved: LeadMove } {
  const base = moved && moved.to === status ? moved.from : status
  const isClosedByVisit = state === 'do-not-knock' && !isClosedByRegister
  const target = movedBy({ isClosedByVisit, spoke }, base)
  return { status: target, moved: target === base ? null : { from: base, to: target } }
}

function movedBy(door: { isClosedByVisit: boolean; spoke: boolean }, base: LeadStatus): LeadStatus {
  if (base === 'closed-won') return base
  if (door.isClosedByVisit) return 'closed-lost'
  return door.spoke && base === 'new' ? 'contacted' : base
}
