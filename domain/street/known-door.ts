import { type Door, foldDoor } from './door.ts'
import type { Outcome } from './outcome.ts'
import type { Visit } from './visit.ts'

/** A visit that was made on this phone. `isListed`: the server's last state of the door takes it into account. */
export type PhoneVisit = Visit & { isSent: boolean; isListed?: true }

/**
 * Returns a door as a phone knows it: the server's last state, with the phone's visits that it may not yet take into
 * account. Undefined if neither has a visit.
 */
export function knownDoor(listed: Door | undefined, own: readonly PhoneVisit[]): Door | undefined {
  const fresh = own.filter(({ isListed }) => !isListed)
  const [first] = fresh
  if (!first) return listed
  // A fresh visit may take back one that is part of the server's state. If so, all visits of the phone count.
  const counted = fresh.some(({ undoes }) => undoes !== null) ? own.filter(isUpheldBy(listed)) : fresh
  const {
    callBack: _,
    spoke: __,
    ...folded
  } = foldDoor([...visitsBehind(listed, counted), ...counted], listed?.state === 'sold')
  return { lead_id: first.lead_id, ...folded }
}

/**
 * Returns a function that checks whether a visit still counts. If the office lifts an entry of the register, the server
 * takes back the visits that asked for it.
 */
const isUpheldBy = (listed: Door | undefined) => (visit: PhoneVisit) =>
  !visit.isListed || visit.outcome !== 'do-not-knock' || listed?.state === 'do-not-knock'

/** Returns visits that make up the server's state without those in `counted`, earliest first. */
function visitsBehind(listed: Door | undefined, counted: readonly PhoneVisit[]): Visit[] {
  if (!listed?.last_outcome || !listed.last_at) return []
  const { lead_id, state, last_outcome, last_at, next_on, next_at, tries } = listed
  const outcomes: Outcome[] = state === 'do-not-knock' || state === 'call-back' ? [state] : []
  for (let times = 0; times < tries; times++) outcomes.push('no-answer')
  if (outcomes.at(-1) !== last_outcome) outcomes.push(last_outcome)
  for (const { outcome, undoes, isSent, occurred_at } of counted) {
    const place = isSent && undoes === null && occurred_at <= last_at ? outcomes.lastIndexOf(outcome) : -1
    if (place >= 0) outcomes.splice(place, 1)
  }
  return outcomes.map((outcome, place) => ({
    id: String(place).padStart(4, '0'),
    lead_id,
    outcome,
    occurred_at: last_at,
    received_at: null,
    note: null,
    call_back_on: outcome === 'call-back' ? next_on : null,
    call_back_at: outcome === 'call-back' ? next_at : null,
    phone: null,
    undoes: null,
  }))
}
