import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import type { Door } from '#domain/street/door.ts'
import { knownDoor } from '#domain/street/known-door.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import type { Visit } from '#domain/street/visit.ts'
import type { LeadPoint } from '#protocol/street.ts'
import { MAX_VISITS_A_CALL, VISITS_PATH, type VisitCall } from '#protocol/visits.ts'
import { type ApiResult, callApi } from '../http/http.ts'
import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { createStore, type Readable } from '../store.ts'
import { changeOwnVisits, isWaiting, type OwnVisit, readOwnVisits, withoutOldVisits } from './own-visits.ts'
import { phoneId } from './phone-id.ts'
import { readKeptStreet, readStreet } from './read-street.ts'

/** The visited doors by lead, the visits of this phone, and where leads are. */
export type KnownStreet = {
  doors: ReadonlyMap<string, Door>
  own: readonly OwnVisit[]
  places: readonly LeadPoint[]
}

export type NewVisit = Pick<Visit, 'note' | 'call_back_on' | 'call_back_at'>

/** The visits as this phone knows them: what the server said last, and the visits made here. */
export type PhoneVisits = Readable<KnownStreet> & {
  /** Resolves once what the phone has kept is shown. */
  ready: Promise<void>
  /** Notes a visit now. It is stored once the promise resolves with its id; rejects if the phone cannot store it. */
  note: (leadId: string, outcome: Outcome, more?: Partial<NewVisit>) => Promise<string>
  /** Takes back a visit made here, by another one. */
  undo: (id: string) => Promise<void>
  /** Sends the visits that wait, then reads what the server has. */
  exchange: () => Promise<void>
}

const CHANNEL = 'doorstep-visits'

export function createPhoneVisits(phone: PhoneDatabase): PhoneVisits {
  const { get, set, subscribe } = createStore<KnownStreet>({ doors: new Map(), own: [], places: [] })
  const otherTabs = new BroadcastChannel(CHANNEL)
  otherTabs.addEventListener('message', () => void show().catch(reportTrouble))

  async function show(): Promise<void> {
    const [kept, own] = [await readKeptStreet(phone), await readOwnVisits(phone)]
    set({ doors: doorsOf(kept?.feed.doors ?? [], own), own, places: kept?.feed.places ?? [] })
  }

  async function change(by: (own: readonly OwnVisit[]) => OwnVisit[]): Promise<void> {
    await changeOwnVisits(phone, by)
    await show()
    otherTabs.postMessage('changed')
  }

  async function add(visit: Omit<Visit, 'id' | 'occurred_at' | 'received_at' | 'phone'>): Promise<string> {
    const made = { ...visit, id: randomUuid(), phone: await phoneId(phone), received_at: null, isSent: false }
    const now = Date.now()
    await change((own) => [...own, { ...made, occurred_at: freeMoment(own, now) }])
    void exchange().catch(reportTrouble)
    return made.id
  }

  async function exchange(): Promise<void> {
    await sendAll()
    const sent = (await readOwnVisits(phone)).filter(({ isSent, isListed }) => isSent && !isListed)
    const answer = await readStreet(phone)
    if (answer && sent.length > 0) await settle(sent, { isListed: true })
    else if (answer === 'changed') await show()
  }

  async function sendAll(): Promise<void> {
    const waiting = (await readOwnVisits(phone)).filter(isWaiting).slice(0, MAX_VISITS_A_CALL)
    if (waiting.length === 0) return
    const answer = await post(waiting)
    if (hasArrived(answer, waiting)) return settle(waiting, { isSent: true })
    if (!isRefused(answer)) return
    // One bad visit must not hold up the others.
    for (const visit of waiting) {
      const single = await post([visit])
      if (hasArrived(single, [visit])) await settle([visit], { isSent: true })
      else if (isRefused(single)) await settle([visit], { isRefused: true })
    }
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
    note: (lead_id, outcome, { note = null, call_back_on = null, call_back_at = null } = {}) =>
      add({ lead_id, outcome, note, call_back_on, call_back_at, undoes: null }),
    async undo(id) {
      const visit = get().own.find((one) => one.id === id)
      if (!visit) return
      const { lead_id, outcome } = visit
      await add({ lead_id, outcome, note: null, call_back_on: null, call_back_at: null, undoes: id })
    },
    exchange,
  }
}

/** Two visits of a phone never share a millisecond, since the later one counts. */
function freeMoment(own: readonly OwnVisit[], now: number): string {
  const moment = new Date(now).toISOString()
  return own.some(({ occurred_at }) => occurred_at === moment) ? freeMoment(own, now + 1) : moment
}

const toCall = ({
  isSent: _,
  isListed: __,
  isRefused: ___,
  received_at: ____,
  ...call
}: OwnVisit): VisitCall => call

const post = (visits: readonly OwnVisit[]) =>
  callApi(VISITS_PATH, { method: 'POST', body: visits.map(toCall) })

/** Only Doorstep answers what is stored. */
function hasArrived(answer: ApiResult, sent: readonly OwnVisit[]): boolean {
  const stored = answer.ok ? parseJson(answer.value.body) : undefined
  return isList(stored) && stored.length === sent.length
}

/** A refusal without a code comes from a proxy; a 404 from a server of an earlier release. */
const isRefused = (answer: ApiResult) =>
  !answer.ok &&
  answer.failure.retry === 'never' &&
  answer.failure.code !== undefined &&
  answer.failure.status !== 404

function doorsOf(listed: readonly Door[], own: readonly OwnVisit[]): Map<string, Door> {
  const doors = new Map(listed.map((door) => [door.lead_id, door]))
  for (const [leadId, visits] of Map.groupBy(own, ({ lead_id }) => lead_id)) {
    const door = knownDoor(doors.get(leadId), visits)
    if (door) doors.set(leadId, door)
  }
  return doors
}
