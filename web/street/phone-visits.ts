import type { Door } from '#domain/street/door.ts'
import { knownDoor } from '#domain/street/known-door.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import type { Visit } from '#domain/street/visit.ts'
import type { LeadPoint } from '#protocol/street.ts'
import { MAX_VISITS_A_CALL } from '#protocol/visits.ts'
import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { createStore, type Readable } from '../store.ts'
import { isEntryWaiting, readOwn as readOwnEntries } from './own-entries.ts'
import {
  changeOwnVisits,
  inLife,
  isWaiting,
  type OwnVisit,
  readOwnVisits,
  withoutOldVisits,
} from './own-visits.ts'
import { phoneId } from './phone-id.ts'
import { streetOn } from './phone-street.ts'
import { sendVisits } from './send-visits.ts'

/** The visited doors by lead, the visits of this phone, and where leads are. */
export type KnownStreet = {
  doors: ReadonlyMap<string, Door>
  own: readonly OwnVisit[]
  places: readonly LeadPoint[]
}

export type NewVisit = Pick<Visit, 'note' | 'call_back_on' | 'call_back_at'>

/** The lead at whose door a visit is noted. */
export type VisitedLead = { id: string; street_address: string }

/** The visits as this phone knows them: what the server said last, and the visits made here. */
export type PhoneVisits = Readable<KnownStreet> & {
  /** Resolves once what the phone has kept is shown. */
  ready: Promise<void>
  /**
   * Notes a visit now. It is stored once the promise resolves with its id; rejects if the phone cannot store it. A visit that
   * enters its door has the id of the entry, so that the server never makes a second one (docs/product 16.8).
   */
  note: (lead: VisitedLead, outcome: Outcome, more?: Partial<NewVisit & { id: string }>) => Promise<string>
  /** Takes back a visit made here, by another one. */
  undo: (id: string) => Promise<void>
  /** Notes that the agent has read which visits the server refused. */
  markRead: () => Promise<void>
  /** Sends the visits that wait, then reads what the server has. */
  exchange: () => Promise<void>
}

const CHANNEL = 'doorstep-visits'
const NOTHING: NewVisit = { note: null, call_back_on: null, call_back_at: null }

export function createPhoneVisits(phone: PhoneDatabase): PhoneVisits {
  const { get, set, subscribe } = createStore<KnownStreet>({ doors: new Map(), own: [], places: [] })
  const street = streetOn(phone)
  street.subscribe(() => void show().catch(reportTrouble))
  const otherTabs = new BroadcastChannel(CHANNEL)
  otherTabs.addEventListener('message', () => void show().catch(reportTrouble))

  const life = () => street.get()?.feed.life ?? ''
  const readOwn = async () => inLife(await readOwnVisits(phone), life())

  async function show(): Promise<void> {
    await street.ready
    const own = await readOwn()
    const { doors = [], places = [] } = street.get()?.feed ?? {}
    set({ doors: doorsOf(doors, own), own, places })
  }

  async function change(by: (own: readonly OwnVisit[]) => OwnVisit[]): Promise<void> {
    await changeOwnVisits(phone, (own) => by(inLife(own, life())))
    await show()
    otherTabs.postMessage('changed')
  }

  async function add(
    visit: Pick<OwnVisit, 'lead_id' | 'place' | 'outcome' | 'undoes'> & NewVisit & { id?: string },
  ): Promise<string> {
    const made = { id: randomUuid(), ...visit, phone: await phoneId(phone), received_at: null, isSent: false }
    const now = Date.now()
    await change((own) => [...own, { ...made, occurred_at: freeMoment(own, now) }])
    void exchange().catch(reportTrouble)
    return made.id
  }

  async function exchange(): Promise<void> {
    await street.ready
    // What is sent before a life is known is sent again.
    if (life() === '') await street.read()
    await sendAll()
    const before = life()
    const sent = (await readOwn()).filter(({ isSent, isListed }) => isSent && !isListed)
    const hasAnswered = await street.read()
    if (hasAnswered && life() === before && sent.length > 0)
      await settle(sent, { isListed: true, life: before })
    else if (hasAnswered) await show()
  }

  async function sendAll(): Promise<void> {
    // An entry of the register goes first, because it says more than the one that the server would make from the visit.
    const entriesWait = (await readOwnEntries(phone)).some(isEntryWaiting)
    const waiting = (await readOwn())
      .filter((visit) => isWaiting(visit) && !(entriesWait && visit.outcome === 'do-not-knock'))
      .slice(0, MAX_VISITS_A_CALL)
    if (waiting.length === 0 || !(await sendSome(waiting)) || waiting.length === 1) return
    // One bad visit must not hold up the others.
    for (const visit of waiting) await sendSome([visit])
  }

  /** Returns whether the server refused the visits. Of several it is not known yet which one is bad. */
  async function sendSome(visits: readonly OwnVisit[]): Promise<boolean> {
    const settledIn = life()
    const outcome = await sendVisits(visits)
    if (outcome === 'retry') return false
    if (outcome === 'stored') await settle(visits, { isSent: true, life: settledIn })
    else if (visits.length === 1) await settle(visits, { ...outcome, life: settledIn })
    return outcome !== 'stored'
  }

  const settle = (visits: readonly OwnVisit[], how: Partial<OwnVisit>) => {
    const ids = new Set(visits.map(({ id }) => id))
    return change((own) =>
      withoutOldVisits(
        own.map((one) => (ids.has(one.id) ? { ...one, ...how } : one)),
        Date.now(),
      ),
    )
  }

  return {
    get,
    subscribe,
    ready: show().catch(reportTrouble),
    note: ({ id: lead_id, street_address: place }, outcome, more) =>
      add({ lead_id, place, outcome, ...NOTHING, ...more, undoes: null }),
    async undo(id) {
      const visit = get().own.find((one) => one.id === id)
      if (!visit) return
      const { lead_id, place, outcome } = visit
      await add({ lead_id, place, outcome, ...NOTHING, undoes: id })
    },
    markRead: () =>
      change((own) => own.map((one) => (one.refusal === undefined ? one : { ...one, isRead: true }))),
    exchange,
  }
}

/** Two visits of a phone never share a millisecond, since the later one counts. */
function freeMoment(own: readonly OwnVisit[], now: number): string {
  const moment = new Date(now).toISOString()
  return own.some(({ occurred_at }) => occurred_at === moment) ? freeMoment(own, now + 1) : moment
}

/** A visit that the server refused does not count. */
function doorsOf(listed: readonly Door[], own: readonly OwnVisit[]): Map<string, Door> {
  const doors = new Map(listed.map((door) => [door.lead_id, door]))
  const counted = own.filter(({ refusal }) => refusal === undefined)
  for (const [leadId, visits] of Map.groupBy(counted, ({ lead_id }) => lead_id)) {
    const door = knownDoor(doors.get(leadId), visits)
    if (door) doors.set(leadId, door)
  }
  return doors
}
