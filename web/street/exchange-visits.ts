import { MAX_VISITS_A_CALL } from '#protocol/visits.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { isEntryWaiting, ownEntries } from './own-entries.ts'
import { inLife, isWaiting, type OwnVisit, ownVisits, withoutOldVisits } from './own-visits.ts'
import { streetOn } from './phone-street.ts'
import { sendInTurn } from './send-in-turn.ts'
import { sendVisits } from './send-visits.ts'

type ShownVisits = {
  /** Changes this phone's own visits and shows them. */
  change: (by: (own: readonly OwnVisit[]) => OwnVisit[]) => Promise<void>
  /** Shows the own visits together with the server's last answer. */
  show: () => Promise<void>
}

/** Sends the waiting visits of a phone, then reads the server's street. */
export async function exchangeVisits(phone: PhoneDatabase, { change, show }: ShownVisits): Promise<void> {
  const street = streetOn(phone)
  const life = () => street.get()?.feed.life ?? ''
  const readOwn = async () => inLife(await ownVisits.read(phone), life())
  const settle = (visits: readonly OwnVisit[], how: Partial<OwnVisit>) =>
    change((own) => settled(own, visits, how))

  await street.ready
  // If visits are sent before a life is known, they are sent again.
  if (life() === '') await street.read()
  await sendInTurn(await dueNow(phone, await readOwn()), (some) => sendSome(some, life(), settle))
  const before = life()
  const sent = (await readOwn()).filter(({ isSent, isListed }) => isSent && !isListed)
  const hasAnswered = await street.read()
  if (hasAnswered && life() === before && sent.length > 0)
    await settle(sent, { isListed: true, life: before })
  else if (hasAnswered) await show()
}

/**
 * Returns the visits to send now. An entry of the register goes first, because it says more than the one that the
 * server would make from the visit.
 */
async function dueNow(phone: PhoneDatabase, own: readonly OwnVisit[]): Promise<OwnVisit[]> {
  const entriesWait = (await ownEntries.read(phone)).some(isEntryWaiting)
  return own
    .filter((visit) => isWaiting(visit) && !(entriesWait && visit.outcome === 'do-not-knock'))
    .slice(0, MAX_VISITS_A_CALL)
}

/** Returns whether the server refused the visits. If there are several, we do not know yet which one is bad. */
async function sendSome(
  visits: readonly OwnVisit[],
  life: string,
  settle: (visits: readonly OwnVisit[], how: Partial<OwnVisit>) => Promise<void>,
): Promise<boolean> {
  const outcome = await sendVisits(visits)
  if (outcome === 'retry') return false
  if (outcome === 'stored') await settle(visits, { isSent: true, life })
  else if (visits.length === 1) await settle(visits, { ...outcome, life })
  return outcome !== 'stored'
}

function settled(own: readonly OwnVisit[], visits: readonly OwnVisit[], how: Partial<OwnVisit>): OwnVisit[] {
  const ids = new Set(visits.map(({ id }) => id))
  const changed = own.map((one) => (ids.has(one.id) ? { ...one, ...how } : one))
  return withoutOldVisits(changed, Date.now())
}
