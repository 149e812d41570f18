import type { Door } from '#domain/street/door.ts'
import { knownDoor } from '#domain/street/known-door.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import type { Visit } from '#domain/street/visit.ts'
import type { LeadPoint } from '#protocol/street.ts'
import { joinOtherTabs } from '../other-tabs.ts'
import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { phoneId } from '../storage/phone-id.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { createStore, type Readable } from '../store.ts'
import { exchangeVisits } from './exchange-visits.ts'
import { inLife, type OwnVisit, ownVisits } from './own-visits.ts'
import { streetOn } from './phone-street.ts'

/** The visited doors by lead, the visits of this phone, and the places of the leads. */
export type KnownStreet = {
  doors: ReadonlyMap<string, Door>
  own: readonly OwnVisit[]
  places: readonly LeadPoint[]
}

export type NewVisit = Pick<Visit, 'note' | 'call_back_on' | 'call_back_at'>

/** The lead at whose door a visit is noted. */
export type VisitedLead = { id: string; street_address: string }

/** The visits as this phone knows them: the server's last answer, and the visits made here. */
export type PhoneVisits = Readable<KnownStreet> & {
  /** Resolves once the visits that the phone has kept are shown. */
  ready: Promise<void>
  /**
   * Notes a visit now. The promise resolves with its id once it is stored; rejects if the phone cannot store it. A
   * visit that enters its door has the id of the entry, so that the server never makes a second one (docs/product
   * 16.8).
   */
  note: (lead: VisitedLead, outcome: Outcome, more?: Partial<NewVisit & { id: string }>) => Promise<string>
  /** Takes back a visit made on this phone, by another visit. */
  undo: (id: string) => Promise<void>
  /** Notes that the agent has read which visits the server refused. */
  markRead: () => Promise<void>
  /** Sends the waiting visits, then reads the server's street. */
  exchange: () => Promise<void>
}

type Made = Pick<OwnVisit, 'lead_id' | 'place' | 'outcome' | 'undoes'> & NewVisit & { id?: string }

const NOTHING: NewVisit = { note: null, call_back_on: null, call_back_at: null }

export function createPhoneVisits(phone: PhoneDatabase): PhoneVisits {
  const { get, set, subscribe } = createStore<KnownStreet>({ doors: new Map(), own: [], places: [] })
  const street = streetOn(phone)
  street.subscribe(() => void show().catch(reportTrouble))
  const announce = joinOtherTabs('doorstep-visits', () => void show().catch(reportTrouble))

  async function show(): Promise<void> {
    await street.ready
    const { doors = [], places = [], life = '' } = street.get()?.feed ?? {}
    const own = inLife(await ownVisits.read(phone), life)
    set({ doors: doorsOf(doors, own), own, places })
  }

  async function change(by: (own: readonly OwnVisit[]) => OwnVisit[]): Promise<void> {
    await ownVisits.change(phone, (own) => by(inLife(own, street.get()?.feed.life ?? '')))
    await show()
    announce('changed')
  }

  const exchange = () => exchangeVisits(phone, { change, show })

  async function add(visit: Made): Promise<string> {
    const made = { id: randomUuid(), ...visit, phone: await phoneId(phone), received_at: null, isSent: false }
    const now = Date.now()
    await change((own) => [...own, { ...made, occurred_at: freeMoment(own, now) }])
    void exchange().catch(reportTrouble)
    return made.id
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

/** Returns a free moment: two visits of a phone must not share a millisecond, because the later one counts. */
function freeMoment(own: readonly OwnVisit[], now: number): string {
  const moment = new Date(now).toISOString()
  return own.some(({ occurred_at }) => occurred_at === moment) ? freeMoment(own, now + 1) : moment
}

/** Returns the doors with the own visits applied. A visit that the server refused does not count. */
function doorsOf(listed: readonly Door[], own: readonly OwnVisit[]): Map<string, Door> {
  const doors = new Map(listed.map((door) => [door.lead_id, door]))
  const counted = own.filter(({ refusal }) => refusal === undefined)
  for (const [leadId, visits] of Map.groupBy(counted, ({ lead_id }) => lead_id)) {
    const door = knownDoor(doors.get(leadId), visits)
    if (door) doors.set(leadId, door)
  }
  return doors
}
