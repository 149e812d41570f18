import { dateInWords, londonDateOf } from '../cooling-off/calendar-date.ts'
import { type DoorState, type FoldedDoor, foldDoor } from './door.ts'
import { londonTimeOf, momentInLondon } from './london-time.ts'
import { OUTCOME_WORDS } from './outcome.ts'
import { countsAt, effectiveVisits, type Visit } from './visit.ts'

/**
 * What visits leave at their lead's contact in the CRM. `key` is the tag itself, or the id of the visit that the note
 * or task is about. Moments are UTC ISO 8601.
 */
export type ContactEntry =
  | { kind: 'tag'; key: string }
  | { kind: 'note'; key: string; body: string }
  | { kind: 'task'; key: string; title: string; body: string; dueAt: string; isDone: boolean }
export type EntryKind = ContactEntry['kind']

/** The tag for a household that asked us not to call. */
export const DO_NOT_KNOCK_TAG = 'do-not-knock'

/** The states of a door, besides `do-not-knock`, that the CRM shows as a tag with the same name. */
const TAGGED: readonly DoorState[] = ['not-interested', 'refused', 'empty']

/** When a call-back without a time is due. It is not late until the agent's day is over. */
const END_OF_DAY = '18:00'

/**
 * Returns the entries that a lead's contact should have, the most urgent first, from the visits at its door, in
 * whatever order they arrived (docs/product 9.10). A settled call-back is a task that is done.
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

/** Returns the tags of a contact. A household may also ask us not to call after it has bought. */
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

/**
 * Returns the note of a visit. If a household asked us not to call, its tag is enough, unless the agent wrote a note.
 */
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
