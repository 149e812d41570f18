import { type Door, foldDoor } from './door.ts'
import type { Visit } from './visit.ts'

/**
 * Returns a door as a phone knows it: what the server said last, and the visits made on the phone, which the server may not
 * have yet. Undefined if neither knows of a visit.
 */
export function knownDoor(listed: Door | undefined, own: readonly Visit[]): Door | undefined {
  const [first] = own
  if (!first) return listed
  const {
    callBack: _,
    spoke: __,
    ...folded
  } = foldDoor([...visitsBehind(listed, own), ...own], listed?.state === 'sold')
  const tries = Math.max(folded.tries, own.length === 0 ? (listed?.tries ?? 0) : folded.tries)
  return { lead_id: first.lead_id, ...folded, tries }
}

/** What the server's state says of visits that were made on other phones. */
function visitsBehind(listed: Door | undefined, own: readonly Visit[]): Visit[] {
  if (!listed?.last_outcome || !listed.last_at) return []
  const base: Visit = {
    id: '',
    lead_id: listed.lead_id,
    outcome: listed.last_outcome,
    occurred_at: listed.last_at,
    received_at: null,
    note: null,
    call_back_on: null,
    call_back_at: null,
    phone: null,
    undoes: null,
  }
  const isOwn = (outcome: Visit['outcome']) =>
    own.some(
      (visit) =>
        visit.outcome === outcome && visit.undoes === null && visit.occurred_at <= (listed.last_at ?? ''),
    )
  const latest = isOwn(listed.last_outcome) ? [] : [base]
  if (listed.state === 'do-not-knock' && !isOwn('do-not-knock'))
    return [{ ...base, outcome: 'do-not-knock' }, ...latest]
  if (listed.state === 'call-back' && !isOwn('call-back'))
    return [
      { ...base, outcome: 'call-back', call_back_on: listed.next_on, call_back_at: listed.next_at },
      ...latest.filter(({ outcome }) => outcome !== 'call-back'),
    ]
  return latest
}
