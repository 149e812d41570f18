import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OwnClaim } from '#domain/street/claim.ts'
import { CLAIMS_PATH, type ClaimAnswer, type ClaimShown } from '#protocol/claims.ts'
import { STREET_PATH } from '#protocol/street.ts'
import type { Context } from '../../context.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { streetRoutes } from '../feed/street.routes.ts'
import { deleteOldClaims } from './claims.queries.ts'
import { claimsRoutes } from './claims.routes.ts'

const HOUR_MS = 60 * 60 * 1000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

describe.each(DATABASES)('Claims, on the %s database', (kind) => {
  const app = Fastify()
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const context = { callers: keyHolders('key'), db: database.db, changeFeed: { wake() {} } }
    app.register(claimsRoutes(context as unknown as Context))
    app.register(streetRoutes(context as unknown as Context))
  })
  afterAll(async () => {
    await app.close()
    await database?.close()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('claims').execute()
    await database.db.deleteFrom('phones').execute()
  })

  const claimOf = (phone: string, change: Partial<OwnClaim> = {}): OwnClaim => ({
    id: randomUUID(),
    street: 'll791|mill road',
    street_name: 'Mill Road',
    area: 'Ludlow',
    phone,
    claimed_at: hoursAgo(0),
    renewed_at: null,
    released_at: null,
    ...change,
  })
  const post = (body: unknown) =>
    app.inject({ method: 'POST', url: CLAIMS_PATH, headers: { apikey: 'key' }, body: body as object })
  const send = async (claim: OwnClaim) => (await post(claim)).json<[ClaimAnswer]>()[0]
  const shown = async (query = '') => {
    const headers = { apikey: 'key' }
    const answer = await app.inject({ url: `${STREET_PATH}?parts=claims${query}`, headers })
    return answer.json<{ claims: ClaimShown[] }>().claims
  }
  const [ours, theirs] = [randomUUID(), randomUUID()]

  test('gives the street to the claim that arrives first, even if the other was made earlier', async () => {
    const first = await send(claimOf(ours))
    expect(first).toMatchObject({ state: 'held', phone_name: 'Phone A', held_by: null })
    const second = await send(claimOf(theirs, { claimed_at: hoursAgo(1) }))
    expect(second).toMatchObject({
      state: 'lost',
      phone_name: 'Phone B',
      held_by: { phone_name: 'Phone A', street_name: 'Mill Road', until: first.until },
    })
    expect(await shown('&area=Ludlow')).toEqual([second.held_by])
  })

  test('gives the street to only one of many phones that claim it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(claimOf(randomUUID()))))
    expect(answers.map(({ state }) => state).toSorted()).toEqual(['held', ...Array(7).fill('lost')])
    expect(new Set(answers.map(({ phone_name }) => phone_name)).size).toBe(8)
  })

  test('answers a repeated claim as before and stores it once', async () => {
    const claim = claimOf(ours)
    const first = await send(claim)
    expect(await send(claim)).toEqual(first)
    expect(await database.db.selectFrom('claims').select('id').execute()).toHaveLength(1)
  })

  test('holds for four hours after the last visit, then lets another phone in', async () => {
    const claim = claimOf(ours, { claimed_at: hoursAgo(3) })
    const { until } = await send(claim)
    expect(until).toBe(new Date(Date.parse(claim.claimed_at) + 4 * HOUR_MS).toISOString())
    const renewed = await send({ ...claim, renewed_at: hoursAgo(1) })
    expect(Date.parse(renewed.until)).toBeGreaterThan(Date.parse(until))
    await send({ ...claimOf(ours), id: claim.id, claimed_at: hoursAgo(5) })
    await database.db
      .updateTable('claims')
      .set({ until: hoursAgo(0.1) })
      .execute()
    expect((await send(claimOf(theirs))).state).toBe('held')
    expect((await send({ ...claim, renewed_at: hoursAgo(0) })).state).toBe('lost')
  })

  test('frees the street once it is released, and a late repeat does not take it back', async () => {
    const claim = claimOf(ours)
    await send(claim)
    await send({ ...claim, released_at: hoursAgo(0) })
    expect(await shown()).toEqual([])
    expect((await send(claim)).state).toBe('over')
    expect((await send(claimOf(theirs))).state).toBe('held')
  })

  test('ignores another phone that releases a claim whose id it has seen', async () => {
    const claim = claimOf(ours)
    const first = await send(claim)
    expect(await send({ ...claim, phone: theirs, released_at: hoursAgo(0) })).toEqual(first)
    expect(await shown()).toHaveLength(1)
  })

  test('are shown to the phones of their area, which a change announces', async () => {
    await send(claimOf(ours))
    await send(claimOf(theirs, { area: '', street: 'td166|kirk wynd', street_name: 'Kirk Wynd' }))
    const namesIn = async (query: string) => (await shown(query)).map(({ street_name }) => street_name)
    expect(await namesIn('&area=Ludlow')).toEqual(['Mill Road'])
    expect(await namesIn('&area=')).toEqual(['Kirk Wynd'])
    expect(await namesIn('')).toEqual(['Mill Road', 'Kirk Wynd'])
    const announced = await database.db
      .selectFrom('changes')
      .select(['areas', 'record'])
      .where('table_name', '=', 'street' as never)
      .execute()
    expect(announced).toContainEqual({ areas: ['Ludlow'], record: { part: 'claims' } })
  })

  test('are deleted a day after they have ended', async () => {
    const { id } = await send(claimOf(ours))
    const endedFor = async (hours: number) => {
      const until = hoursAgo(hours)
      await database.db.updateTable('claims').set({ until }).where('id', '=', id).execute()
      await deleteOldClaims(database.db)
      return (await database.db.selectFrom('claims').select('id').execute()).length
    }
    expect(await endedFor(23)).toBe(1)
    expect(await endedFor(25)).toBe(0)
    expect((await send(claimOf(theirs))).state).toBe('held')
  })

  test.each([
    ['a list in a list', [[]]],
    ['nothing', null],
    ['no street', { ...claimOf(ours), street: '' }],
    ['a NUL', { ...claimOf(ours), street_name: 'Mill\0Road' }],
    ['a moment that is not a date', { ...claimOf(ours), claimed_at: 'today' }],
    ['an unknown field', { ...claimOf(ours), note: 'x' }],
    ['no claim', []],
    ['too many', Array.from({ length: 101 }, () => claimOf(ours))],
  ])('refuses %s', async (_what, body) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'PGRST102'])
  })

  test('refuses a call without the key', async () => {
    expect((await app.inject({ method: 'POST', url: CLAIMS_PATH, body: [] })).statusCode).toBe(401)
  })
})
