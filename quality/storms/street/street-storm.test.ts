import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { whyClosed } from '#domain/street/closed-door.ts'
import { placeOfDoor } from '#domain/street/do-not-knock.ts'
import { OUTCOMES } from '#domain/street/outcome.ts'
import { CLAIMS_PATH } from '#protocol/claims.ts'
import { STREET_PATH, type StreetFeed } from '#protocol/street.ts'
import type { Context } from '#server/context.ts'
import { claimsRoutes } from '#server/street/claims/claims.routes.ts'
import { streetRoutes } from '#server/street/feed/street.routes.ts'
import { registerRoutes } from '#server/street/register/register.routes.ts'
import { visitsRoutes } from '#server/street/visits/visits.routes.ts'
import { freshDatabase } from '#server/testing/databases.ts'
import { addLead } from '#server/testing/live-server.ts'
import {
  CLAIMED_STREETS,
  DISPUTED_STREET,
  passHours,
  shownOn,
  tapClaim,
  watchClaims,
} from './claims-of-a-day.ts'

vi.mock('../../../web/settings.ts', () => ({ settings: { publicKey: 'key' } }))

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const STEPS = 160
const DOORS = 12

/** A small generator of numbers in [0, 1), so that a seed repeats a storm. */
function numbersFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Door = { id: string; street_address: string; postcode: string }
const keyOf = (door: Door) => placeOfDoor(door).address_key ?? ''

/** What a phone has, besides its code: its disk, its connection, and the doors that it knows as closed. */
type Holder = {
  name: string
  disk: IDBFactory
  isOnline: boolean
  /** Counts reloads: an earlier page sends and receives nothing any more. */
  page: number
  life: string
  own: Set<string>
  listed: Set<string>
}

/** A restored server may have lost entries of other phones until they send them again. */
function learn(phone: Holder, { life, register = [] }: StreetFeed): void {
  if (phone.life !== life) phone.listed.clear()
  phone.life = life
  for (const { address_key } of register) if (address_key) phone.listed.add(address_key)
}

test(`Two phones with faults and a restore lose, double and disregard nothing and agree on streets in a day at the doors (SEED=${seed})`, async () => {
  const random = numbersFrom(seed)
  const pick = <One>(all: readonly One[]): One => all[Math.floor(random() * all.length)] as One
  const holder = new AsyncLocalStorage<{ on: Holder; page: number }>()
  const database = await freshDatabase('embedded')
  const { db } = database
  const context = { db, config: { publicKey: 'key' }, changeFeed: { wake() {} } } as unknown as Context
  const app = Fastify()
  app.register(visitsRoutes(context)).register(streetRoutes(context)).register(registerRoutes(context))
  app.register(claimsRoutes(context))
  const watch = watchClaims()
  // One call after another, so that the order of the answers is the order of the decisions.
  let deciding: Promise<unknown> = Promise.resolve()
  let underWay = 0
  const faults = { chance: 0.3 }
  const runOn = <Done>(on: Holder, work: () => Done) => holder.run({ on, page: on.page }, work)

  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { cookie: '', hidden: false })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { on: phone, page } = holder.getStore() ?? {}
    const fails = () => random() < faults.chance || page !== phone?.page
    if (!phone?.isOnline || fails()) throw new TypeError('Failed to fetch')
    const sent = Object.fromEntries(new Headers(headers))
    const ask = () => app.inject({ method: method as 'GET', url: path, headers: sent, body: body as string })
    const asked = path === CLAIMS_PATH ? deciding.then(ask) : ask()
    if (path === CLAIMS_PATH) deciding = asked
    underWay += 1
    const answer = await asked.finally(() => (underWay -= 1))
    if (path === CLAIMS_PATH) watch.decide(answer.json())
    if (fails()) throw new TypeError('Failed to fetch')
    if (path.startsWith(STREET_PATH) && answer.statusCode === 200) learn(phone, answer.json<StreetFeed>())
    const isEmpty = answer.statusCode === 304
    return new Response(isEmpty ? null : answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  })
  const { PhoneDatabase } = await import('#web/storage/database.ts')
  const { createPhoneVisits } = await import('#web/street/phone-visits.ts')
  const { createPhoneRegister } = await import('#web/street/phone-register.ts')
  const { createPhoneClaims } = await import('#web/street/phone-claims.ts')
  const { streetOn } = await import('#web/street/phone-street.ts')

  /** Opens the app on a phone, as after a reload. */
  async function open(on: Holder) {
    on.page += 1
    vi.stubGlobal('indexedDB', on.disk)
    const database = new PhoneDatabase()
    const [visits, register] = [createPhoneVisits(database), createPhoneRegister(database)]
    const claims = createPhoneClaims(database)
    await Promise.all([visits.ready, register.ready, claims.ready])
    return { database, visits, register, claims, street: streetOn(database) }
  }

  const doors: Door[] = []
  for (let number = 1; number <= DOORS; number++) {
    const door = { street_address: `${number} Mill Road`, postcode: 'LL79 1AB' }
    doors.push({ ...door, id: (await addLead(db, door.street_address, door)).id })
  }
  const phones: { on: Holder; app: Awaited<ReturnType<typeof open>> }[] = []
  // One after another, so that each opens its own disk.
  for (const name of ['A', 'B']) {
    const on = { name, disk: new IDBFactory(), isOnline: true, page: 0, life: '', own: new Set<string>() }
    const phone = { ...on, listed: new Set<string>() }
    phones.push({ on: phone, app: await open(phone) })
  }
  const noted = new Set<string>()
  const entered = new Set<string>()
  const knockedOn: string[] = []
  const exchange = ({ register, visits, claims }: (typeof phones)[number]['app']) =>
    register.exchange().then(visits.exchange).then(claims.exchange)

  async function step(phone: (typeof phones)[number]): Promise<void> {
    const { visits, register } = phone.app
    const door = pick(doors)
    const isClosed = () => whyClosed(door, register.get(), visits.get().doors.get(door.id)) !== undefined
    const chance = random()
    if (chance < 0.1) phone.on.isOnline = !phone.on.isOnline
    else if (chance < 0.15) phone.app = await open(phone.on)
    else if (chance < 0.4) await exchange(phone.app)
    else if (chance < 0.5) await tapClaim(phone.app, pick(CLAIMED_STREETS), random() < 0.5)
    else if (isClosed()) return
    else {
      if (phone.on.own.has(keyOf(door)) || phone.on.listed.has(keyOf(door))) {
        // An answer may still be on its way to the disk.
        for (let turns = 0; turns < 200 && !isClosed(); turns++) await new Promise(setImmediate)
        if (isClosed()) return
        knockedOn.push(`${phone.on.name} at ${door.street_address}`)
      }
      const outcome = chance < 0.55 ? 'do-not-knock' : pick(OUTCOMES.filter((one) => one !== 'do-not-knock'))
      const id = outcome === 'do-not-knock' ? await register.enter(door, 'household') : randomUUID()
      if (outcome === 'do-not-knock') {
        entered.add(id)
        phone.on.own.add(keyOf(door))
      }
      const day = outcome === 'call-back' ? { call_back_on: '2026-12-01' } : {}
      noted.add(await visits.note(door, outcome, { id, ...day }))
    }
  }

  const settleAll = async () => {
    faults.chance = 0
    for (const { on, app } of [...phones, ...phones, ...phones]) {
      on.isOnline = true
      await runOn(on, () => exchange(app))
    }
    await isQuiet()
    faults.chance = 0.3
  }

  /** Resolves once no call has been under way for a while. */
  async function isQuiet(): Promise<void> {
    for (let turns = 0; turns < 50; turns++) {
      if (underWay > 0) turns = 0
      await new Promise(setImmediate)
    }
  }

  /** Every phone shows the holder of a street that the server has. */
  function expectAgreement(): void {
    for (const { street } of [...CLAIMED_STREETS, DISPUTED_STREET]) {
      const holder = watch.holderOf(street)
      const expected = phones.map(({ app }) => {
        if (holder === undefined) return 'free'
        return app.claims.get().some(({ id }) => id === holder) ? 'us' : 'other'
      })
      expect(
        phones.map(({ app }) => shownOn(app, street)),
        street,
      ).toEqual(expected)
    }
  }

  /** The backup of this morning is put back. */
  async function restore(): Promise<void> {
    await settleAll()
    for (const table of ['visits', 'do_not_knock', 'claims'].map((name) => sql.table(name))) {
      await sql`alter table ${table} disable trigger all`.execute(db)
      await sql`truncate ${table} cascade`.execute(db)
      await sql`alter table ${table} enable trigger all`.execute(db)
    }
    watch.forget()
    await db.deleteFrom('doors').execute()
    await db
      .updateTable('change_epoch')
      .set({ epoch: randomUUID().slice(0, 12) })
      .execute()
    await settleAll()
    expectAgreement()
    expect(watch.holderOf(DISPUTED_STREET.street)).toBeDefined()
  }

  async function hoursPass(hours: number): Promise<void> {
    await settleAll()
    await sql`update claims set until = until - ${hours} * interval '1 hour'`.execute(db)
    for (const phone of phones) {
      await passHours(phone.app, hours)
      phone.app = await open(phone.on)
    }
    if (hours > 4) watch.forget()
    await settleAll()
    expectAgreement()
  }

  /** Both claim one street offline; the first to be online again has it, and the other sees that. */
  async function dispute(): Promise<void> {
    await settleAll()
    for (const { on } of phones) on.isOnline = false
    const [first, second] = random() < 0.5 ? phones : phones.toReversed()
    if (!first || !second) throw new Error('There are two phones.')
    const { street } = DISPUTED_STREET
    for (const { on, app } of [second, first]) {
      await runOn(on, () => app.claims.claim(DISPUTED_STREET))
      expect(shownOn(app, street)).toBe('us-undecided')
    }
    faults.chance = 0
    for (const { on, app } of [first, second]) {
      on.isOnline = true
      await runOn(on, () => exchange(app))
    }
    await settleAll()
    expect([first, second].map(({ app }) => shownOn(app, street))).toEqual(['us', 'other'])
  }

  const events: Record<number, () => Promise<void>> = {
    40: () => hoursPass(1),
    70: dispute,
    80: restore,
    130: () => hoursPass(5),
  }
  for (let steps = 0; steps < STEPS; steps++) {
    const phone = pick(phones)
    await runOn(phone.on, () => step(phone))
    await events[steps]?.()
  }
  await settleAll()
  await settleAll()

  const stored = await db.selectFrom('visits').select('id').execute()
  expect(new Set(stored.map(({ id }) => id))).toEqual(noted)
  const entries = await db.selectFrom('do_not_knock').select('id').execute()
  expect(new Set(entries.map(({ id }) => id))).toEqual(entered)
  expect(knockedOn).toEqual([])
  expect(watch.wrongs).toEqual([])
  expectAgreement()
  expect(noted.size).toBeGreaterThan(20)
  await app.close()
  await database.close()
}, 900_000)
