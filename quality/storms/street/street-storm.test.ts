import { randomUUID } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import type { Lead } from '#domain/lead/lead.ts'
import { whyClosed } from '#domain/street/closed-door.ts'
import { placeOfDoor } from '#domain/street/do-not-knock.ts'
import { OUTCOMES, type Outcome } from '#domain/street/outcome.ts'
import { effectiveVisits } from '#domain/street/visit.ts'
import type { PlannedSale } from '../phone/plan.ts'
import {
  CLAIMED_STREETS,
  DISPUTED_STREET,
  passHours,
  shownOn,
  tapClaim,
  watchClaims,
} from './claims-of-a-day.ts'
import { createFaultyNetwork } from './faulty-network.ts'
import type { OpenPhone } from './open-phone.ts'
import { expectSales, type Seller, sell, sellerAt, settleSales } from './sales-of-a-day.ts'
import { startStreetServer } from './street-server.ts'
import { expectRegister, expectSameDoors, expectVisits, undoVisit } from './visits-of-a-day.ts'

vi.mock('../../../web/settings.ts', async () => {
  const { NO_COMPANY } = await import('#domain/agreement/company.ts')
  return { settings: { publicKey: 'key', publicUrl: 'https://doorstep.example', company: NO_COMPANY } }
})

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const STEPS = 160
const DOORS = 12
const SALES_A_PHONE = 3
const OTHER_OUTCOMES = OUTCOMES.filter((outcome) => outcome !== 'do-not-knock')

const keyOf = (door: Lead) => placeOfDoor(door).address_key ?? ''

/** A phone's data besides its code: its disk, its connection, its sales, and the doors that it knows as closed. */
type Phone = {
  name: string
  disk: IDBFactory
  isOnline: boolean
  page: number
  app: OpenPhone
  sales: Seller
  /** Its own entries of the register and those that it has read, by id: the keys of their doors. */
  own: Map<string, string>
  listed: Map<string, string>
}

test(`Two phones with faults and a restore lose, double and ignore nothing in a day at the doors, and agree on streets (SEED=${seed})`, async () => {
  const random = seeded(seed)
  const pick = <One>(all: readonly One[]): One => all[Math.floor(random() * all.length)] as One
  const server = await startStreetServer()
  onTestFinished(server.close)
  const watch = watchClaims()
  const network = createFaultyNetwork<Phone>({
    server,
    random,
    onDecided: watch.decide,
    onRead(phone, { register = [] }) {
      phone.listed = new Map(register.map(({ id, address_key }) => [id, address_key ?? '']))
    },
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { cookie: '', hidden: false })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', network.fetch)
  const { openPhone } = await import('./open-phone.ts')

  const leads = await server.read<Lead[]>('/rest/v1/leads?select=*&order=id')
  const doors = leads.slice(0, DOORS)
  const [soldDoor, undoneDoor] = leads.slice(DOORS) as [Lead, Lead]
  const [noted, entered, undone] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const forgotten = new Set<string>()
  const knockedOn: string[] = []

  /** Opens the app on a phone, as after a reload. */
  function open(phone: Pick<Phone, 'disk' | 'page' | 'sales'>): Promise<OpenPhone> {
    phone.page += 1
    vi.stubGlobal('indexedDB', phone.disk)
    return openPhone(phone.sales.history)
  }
  const phones: Phone[] = []
  // One after another, so that each phone opens its own disk.
  for (const [index, name] of ['A', 'B'].entries()) {
    const sales = sellerAt(index, seed, doors.slice(index * SALES_A_PHONE, (index + 1) * SALES_A_PHONE))
    const made = { name, disk: new IDBFactory(), isOnline: true, page: 0, sales }
    const app = await open(made)
    phones.push({ ...made, app, own: new Map(), listed: new Map() })
  }
  const apps = () => phones.map(({ app }) => app)
  const statesOf = ({ id }: Lead) => apps().map(({ visits }) => visits.get().doors.get(id)?.state)

  const isClosed = ({ app }: Phone, door: Lead) =>
    whyClosed(door, app.register.get(), app.visits.get().doors.get(door.id)) !== undefined
  const knowsAsClosed = ({ own, listed }: Phone, door: Lead) =>
    [...own, ...listed].some(([id, key]) => key === keyOf(door) && !(own.has(id) && undone.has(id)))

  /** Returns whether the phone lets its agent knock. Notes a knock that it should have prevented. */
  async function mayKnock(phone: Phone, door: Lead): Promise<boolean> {
    if (isClosed(phone, door)) return false
    if (!knowsAsClosed(phone, door)) return true
    // An answer may still be on its way to the disk.
    for (let turns = 0; turns < 200 && !isClosed(phone, door); turns++) await new Promise(setImmediate)
    if (isClosed(phone, door)) return false
    knockedOn.push(`${phone.name} at ${door.street_address}`)
    return true
  }

  async function note(phone: Phone, door: Lead, outcome: Outcome): Promise<string> {
    const { register, visits } = phone.app
    const isRequest = outcome === 'do-not-knock'
    const id = isRequest ? await register.enter(door, 'household') : randomUUID()
    if (isRequest) {
      entered.add(id)
      phone.own.set(id, keyOf(door))
    }
    const day = outcome === 'call-back' ? { call_back_on: '2099-12-01' } : {}
    noted.add(await visits.note(door, outcome, { id, ...day }))
    return id
  }

  async function sellNext(phone: Phone): Promise<void> {
    const plan = phone.sales.planned.shift()
    if (!plan) return
    const [door] = plan.leads
    const isLet = await mayKnock(phone, door)
    const isMade = await sell(phone, plan, () => isClosed(phone, door))
    if (isMade && !isLet) knockedOn.push(`${phone.name} sells at ${door.street_address}`)
  }

  async function undo(phone: Phone, id?: string): Promise<void> {
    const made = effectiveVisits(phone.app.visits.get().own)
    const visit = id === undefined ? pick(made) : made.find((one) => one.id === id)
    if (!visit) return
    undone.add(visit.id)
    await undoVisit(phone.app, visit)
  }

  async function step(phone: Phone): Promise<void> {
    const door = pick(doors)
    const chance = random()
    if (chance < 0.1) phone.isOnline = !phone.isOnline
    else if (chance < 0.15) phone.app = await open(phone)
    else if (chance < 0.4) await phone.app.exchange()
    else if (chance < 0.5) await tapClaim(phone.app, pick(CLAIMED_STREETS), random() < 0.5)
    else if (chance < 0.57) await sellNext(phone)
    else if (chance < 0.65) await undo(phone)
    else if (await mayKnock(phone, door))
      await note(phone, door, chance < 0.7 ? 'do-not-knock' : pick(OTHER_OUTCOMES))
  }

  async function settleAll(): Promise<void> {
    await network.calmly(async () => {
      for (const phone of phones) phone.isOnline = true
      for (const phone of [...phones, ...phones, ...phones]) {
        await network.runOn(phone, () => phone.app.exchange())
      }
      await settleSales(phones, server, network.runOn)
      // A sale changes the server's state of its door.
      for (const phone of phones) await network.runOn(phone, () => phone.app.exchange())
      await network.untilQuiet()
    })
    await server.deliver()
    await expectAgreement()
  }

  /** Expects every phone to show the server's holder of each street, and each door as the server does. */
  async function expectAgreement(): Promise<void> {
    for (const { street } of [...CLAIMED_STREETS, DISPUTED_STREET]) {
      const holder = watch.holderOf(street)
      const expected = apps().map(({ claims }) => {
        if (holder === undefined) return 'free'
        return claims.get().some(({ id }) => id === holder) ? 'us' : 'other'
      })
      const shown = apps().map((app) => shownOn(app, street))
      expect(shown, street).toEqual(expected)
    }
    await expectSameDoors(apps(), server)
  }

  /** Restores this morning's backup. */
  async function restore(): Promise<void> {
    await settleAll()
    for (const { sessionId } of phones.flatMap(({ sales }) => sales.made)) forgotten.add(sessionId)
    await server.restore()
    watch.forget()
    await settleAll()
    expect(watch.holderOf(DISPUTED_STREET.street)).toBeDefined()
  }

  async function hoursPass(hours: number): Promise<void> {
    await settleAll()
    await sql`update claims set until = until - ${hours} * interval '1 hour'`.execute(server.db())
    for (const phone of phones) {
      await passHours(phone.app, hours)
      phone.app = await open(phone)
    }
    if (hours > 4) watch.forget()
    await settleAll()
  }

  /** Runs the work of both phones while they are offline, one after the other. */
  async function apart(work: (first: Phone, second: Phone) => Promise<void>): Promise<[Phone, Phone]> {
    await settleAll()
    const [first, second] = (random() < 0.5 ? phones : phones.toReversed()) as [Phone, Phone]
    for (const phone of phones) phone.isOnline = false
    await work(first, second)
    return [first, second]
  }

  /** Lets both claim one street offline: the first to be online again has it, and the other sees that. */
  async function dispute(): Promise<void> {
    const { street } = DISPUTED_STREET
    const [first, second] = await apart(async (first, second) => {
      for (const phone of [second, first]) {
        await network.runOn(phone, () => phone.app.claims.claim(DISPUTED_STREET))
        expect(shownOn(phone.app, street)).toBe('us-undecided')
      }
    })
    await network.calmly(async () => {
      for (const phone of [first, second]) {
        phone.isOnline = true
        await network.runOn(phone, () => phone.app.exchange())
      }
    })
    await settleAll()
    expect([first, second].map(({ app }) => shownOn(app, street))).toEqual(['us', 'other'])
  }

  /** Lets one agent sell at a door where another is asked not to call, neither knowing of the other. */
  async function sellWhereOtherIsSentAway(): Promise<void> {
    const [refused, accepted] = [phones.length, phones.length + 1].map(
      (index) => sellerAt(index, seed, [soldDoor]).planned[0] as PlannedSale,
    ) as [PlannedSale, PlannedSale]
    const sellOn = (phone: Phone, plan: PlannedSale) =>
      network.runOn(phone, () => sell(phone, plan, () => isClosed(phone, soldDoor)))
    await apart(async (first, second) => {
      await network.runOn(first, () => note(first, soldDoor, 'do-not-knock'))
      expect(await sellOn(first, refused)).toBe(false)
      expect(await sellOn(second, accepted)).toBe(true)
      await network.calmly(async () => {
        first.isOnline = true
        await network.runOn(first, () => first.app.exchange())
      })
    })
    await settleAll()
    expect(await server.readFlagged()).toContain(accepted.sessionId)
    expect(statesOf(soldDoor)).toEqual(['sold', 'sold'])
  }

  /** Takes visits back after the other phone has seen them and called at the door again. */
  async function undoWhatOtherBuiltOn(): Promise<void> {
    const [first, second] = phones as [Phone, Phone]
    const noteOn = (phone: Phone, outcome: Outcome) =>
      network.runOn(phone, () => note(phone, undoneDoor, outcome))
    const callBack = await noteOn(first, 'call-back')
    await settleAll()
    await noteOn(second, 'no-answer')
    await settleAll()
    expect(statesOf(undoneDoor)).toEqual(['call-back', 'call-back'])
    first.isOnline = false
    await network.runOn(first, () => undo(first, callBack))
    expect(statesOf(undoneDoor)).toEqual(['no-answer', 'call-back'])
    await settleAll()
    expect(statesOf(undoneDoor)).toEqual(['no-answer', 'no-answer'])

    const request = await noteOn(first, 'do-not-knock')
    await settleAll()
    expect(phones.map((phone) => isClosed(phone, undoneDoor))).toEqual([true, true])
    await network.runOn(first, () => undo(first, request))
    await settleAll()
    expect(phones.map((phone) => isClosed(phone, undoneDoor))).toEqual([false, false])
  }

  const events: Record<number, () => Promise<void>> = {
    20: undoWhatOtherBuiltOn,
    40: () => hoursPass(1),
    60: sellWhereOtherIsSentAway,
    70: dispute,
    80: restore,
    130: () => hoursPass(5),
  }
  for (let steps = 0; steps < STEPS; steps++) {
    const phone = pick(phones)
    await network.runOn(phone, () => step(phone))
    await events[steps]?.()
  }
  await settleAll()

  await expectVisits(server, { noted, undone })
  await expectRegister(server, entered, undone)
  await expectSales(phones, server, forgotten)
  expect(knockedOn).toEqual([])
  expect(watch.wrongs).toEqual([])
  expect(noted.size).toBeGreaterThan(0)
}, 900_000)
