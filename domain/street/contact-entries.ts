import { dateInWords, londonDateOf } from '../cooling-off/calendar-date.ts'
import { type DoorState, type FoldedDoor, foldDoor } from './door.ts'
import { londonTimeOf, momentInLondon } from './london-time.ts'
import { OUTCOME_WORDS } from './outcome.ts'
import { countsAt, effectiveVisits, type Visit } from './visit.ts'

/**
 * What visits leave at the contact of their lead in the CRM. `key` is the tag itself, or the id of the visit that a note or
 * task is about. Moments are UTC ISO 8601.
 */
export type ContactEntry =
  | { kind: 'tag'; key: string }
  | { kind: 'note'; key: string; body: string }
  | { kind: 'task'; key: string; title: string; body: string; dueAt: string; isDone: boolean }
export type EntryKind = ContactEntry['kind']

/** The tag of a household that asked not to be called on. */
export const DO_NOT_KNOCK_TAG = 'do-not-knock'

/** The states of a door that the CRM shows as a tag of the same name, besides `do-not-knock`. */
const TAGGED: readonly DoorState[] = ['not-interested', 'refused', 'empty']

/** The time at which a call-back without one is due: nothing is late before the day is over for an agent. */
const END_OF_DAY = '18:00'

/**
 * Returns what the contact of a lead should have from the visits at its door, in whatever order they arrived (docs/product
 * 9.10): the most urgent first. A call-back that was settled is a task that is done.
 */
export function entriesOf(
  visits: readonly Visit[],
  { isSold, street_address }: { isSold: boolean; street_address: string },
): ContactEntry[] {
  const counted = effectiveVisits(visits)
  const door = foldDoor(visits, isSold)
  const isOpen = ({ id }: Visit) => door.callBack?.id === id
  return [
    ...tagsOf(counted, door).map((key) => ({ kind: 'tag' as const, key })),
    ...counted.flatMap((visit) => taskOf(visit, street_address, !isOpen(visit))),
    ...counted.flatMap(noteOf),
  ]
}

/** A household may ask after it has bought, too. */
function tagsOf(counted: readonly Visit[], { state }: FoldedDoor): string[] {
  const asked = counted.some(({ outcome }) => outcome === 'do-not-knock')
  return [...(asked ? [DO_NOT_KNOCK_TAG] : []), ...(TAGGED.includes(state) ? [state] : [])]
}

function taskOf(
  { id, note, call_back_on, call_back_at }: Visit,
  address: string,
  isDone: boolean,
): ContactEntry[] {
  if (call_back_on === null) return []
  const dueAt = momentInLondon(call_back_on, call_back_at ?? END_OF_DAY)
  return [{ kind: 'task', key: id, title: `Call back: ${address}`, body: note ?? '', dueAt, isDone }]
}

/** The tag says all of a household that asked not to be called on, unless the agent had more to say. */
function noteOf(visit: Visit): ContactEntry[] {
  const { id, outcome, note, call_back_on, call_back_at } = visit
  if (outcome === 'do-not-knock' && note === null) return []
  const at = countsAt(visit)
  const day = dateInWords(londonDateOf(at))
  const lines = [
    `${OUTCOME_WORDS[outcome]}, ${day} at ${londonTimeOf(at)}`,
    ...(call_back_on === null
      ? []
      : [`Call back on ${dateInWords(call_back_on)}${call_back_at === null ? '' : ` at ${call_back_at}`}`]),
    ...(note === null ? [] : [note]),
  ]
  return [{ kind: 'note', key: id, body: lines.join('\n') }]
}
