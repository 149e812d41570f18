import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/schema.ts'
import { type ServedTables, serveTables } from './test-server.ts'
import { createTurns } from './turns.ts'

const MORE_THAN_CONNECTIONS = 12
const READS_THAT_WAIT = sql`pg_locks where relation = 'ghl_sync_log'::regclass and not granted`

describe('while reads take long', () => {
  let server: ServedTables
  let meanwhile: Db
  let endReads: () => Promise<void>
  beforeAll(async () => {
    server = await serveTables('postgres')
  })
  beforeEach(async () => {
    const isHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = server.db.transaction().execute(async (transaction) => {
      await sql`lock table ghl_sync_log`.execute(transaction)
      meanwhile = transaction
      isHeld.resolve()
      await release.promise
    })
    endReads = async () => {
      release.resolve()
      await holding
    }
    await isHeld.promise
  })
  afterEach(() => endReads())
  afterAll(() => server?.stop())

  const read = () => server.call('GET', '/rest/v1/ghl_sync_log')
  const someWait = (least: number) =>
    vi.waitFor(async () => {
      const { rows } = await sql`select from ${READS_THAT_WAIT}`.execute(meanwhile)
      expect(rows.length).toBeGreaterThanOrEqual(least)
    }, 15_000)

  it('a sale is written, however many they are', async () => {
    const reads = Array.from({ length: MORE_THAN_CONNECTIONS }, read)
    await someWait(6)
    expect((await server.call('POST', '/rest/v1/opportunities', { body: { session_id: 'a' } })).status).toBe(
      201,
    )
    await endReads()
    const statuses = (await Promise.all(reads)).map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 200))
  })

  it('one that the database gives up is told so, and not that there is no database', async () => {
    const reading = read()
    await someWait(1)
    await sql`select pg_cancel_backend(pid) from ${READS_THAT_WAIT}`.execute(meanwhile)
    const givenUp = await reading
    expect([givenUp.status, await givenUp.json()]).toEqual([
      504,
      expect.objectContaining({ code: 'read-too-slow' }),
    ])
  })
})

describe('what waits for its turn', () => {
  const answer = (value: string) => async () => ({ ok: true as const, value })
  const tooMany = { ok: false, problem: expect.objectContaining({ status: 503 }) }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Takes every turn until it is called. */
  function takeAll(inTurn: ReturnType<typeof createTurns>) {
    const held = Promise.withResolvers<void>()
    const taken = Array.from({ length: 6 }, () => inTurn(() => held.promise.then(answer('held'))))
    return async () => {
      held.resolve()
      expect(await Promise.all(taken)).toEqual(taken.map(() => ({ ok: true, value: 'held' })))
    }
  }

  it('is told after five seconds that there was none, however long the others go on, and not done later', async () => {
    const inTurn = createTurns()
    const giveBack = takeAll(inTurn)
    const late = vi.fn(answer('late'))
    const waiting = inTurn(late)
    vi.advanceTimersByTime(5_000)
    expect(await waiting).toEqual(tooMany)
    const inTime = inTurn(answer('in time'))
    await giveBack()
    expect(await inTime).toEqual({ ok: true, value: 'in time' })
    expect(late).not.toHaveBeenCalled()
  })

  it('takes as long as it takes once it has its turn', async () => {
    const slow = Promise.withResolvers<void>()
    const working = createTurns()(() => slow.promise.then(answer('slow')))
    vi.advanceTimersByTime(60_000)
    slow.resolve()
    expect(await working).toEqual({ ok: true, value: 'slow' })
  })

  it('is told so at once where a thousand wait already', async () => {
    const inTurn = createTurns()
    const giveBack = takeAll(inTurn)
    const waiting = Array.from({ length: 1_000 }, () => inTurn(answer('waited')))
    expect(await inTurn(answer('one more'))).toEqual(tooMany)
    await giveBack()
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ ok: true, value: 'waited' })))
  })
})
