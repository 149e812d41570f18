import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Db } from '../db/schema.ts'
import { createTurns } from '../http/turns.ts'
import { type ServedTables, serveTables } from './test-server.ts'

const MORE_THAN_CONNECTIONS = 12
const READS_THAT_WAIT = sql`pg_locks where relation = 'ghl_sync_log'::regclass and not granted`

let server: ServedTables
let meanwhile: Db
let letGo = async () => {}
beforeAll(async () => {
  server = await serveTables('postgres')
})
beforeEach(() => server.empty())
afterEach(() => letGo())
afterAll(() => server?.stop())

/** Holds the locks that a statement takes until `letGo` is called. */
async function hold(locking: RawBuilder<unknown>) {
  const isHeld = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = server.db.transaction().execute(async (transaction) => {
    await locking.execute(transaction)
    meanwhile = transaction
    isHeld.resolve()
    await release.promise
  })
  letGo = async () => {
    release.resolve()
    await holding
  }
  await isHeld.promise
}

const writeSale = () => server.call('POST', '/rest/v1/opportunities', { body: { session_id: 'a' } })

describe('while reads take long', () => {
  beforeEach(() => hold(sql`lock table ghl_sync_log`))

  /** Each read must differ, because identical ones share an answer. */
  let reads = 0
  const read = () => server.call('GET', `/rest/v1/ghl_sync_log?limit=${++reads}`)
  const someWait = (least: number) =>
    vi.waitFor(async () => {
      const { rows } = await sql`select from ${READS_THAT_WAIT}`.execute(meanwhile)
      expect(rows.length).toBeGreaterThanOrEqual(least)
    })

  it('still writes a sale', async () => {
    const reads = Array.from({ length: MORE_THAN_CONNECTIONS }, read)
    await someWait(6)
    expect((await writeSale()).status).toBe(201)
    await letGo()
    const statuses = (await Promise.all(reads)).map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 200))
  })

  it('answers read-too-slow if the database cancels one', async () => {
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

describe('while writes take long', () => {
  test.each([
    ['the status of leads', 'PATCH', '/rest/v1/leads?postcode=eq.AB1 2CD', { status: 'contacted' }],
    ['sales that a filter finds', 'PATCH', '/rest/v1/opportunities?status=eq.open', { notes: 'x' }],
    ['several sales', 'POST', '/rest/v1/opportunities', [{ session_id: 'held' }, { session_id: 'new' }]],
  ])('still writes a sale while many calls write %s', async (_, method, path, body) => {
    const lead = await server.addLead()
    await server.call('POST', '/rest/v1/opportunities', { body: { session_id: 'held', lead_id: lead.id } })
    await hold(sql`select from leads, opportunities for update`)
    const headers = { prefer: 'resolution=merge-duplicates' }
    const writes = Array.from({ length: MORE_THAN_CONNECTIONS }, () =>
      server.call(method, path, { body, headers }),
    )
    await vi.waitFor(async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(meanwhile)
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(meanwhile)
      expect(rows.length).toBeGreaterThanOrEqual(6)
    })
    expect((await writeSale()).status).toBe(201)
    await letGo()
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    expect(statuses.every((status) => status < 300)).toBe(true)
  })
})

describe('a call that waits for its turn', () => {
  const answer = (value: string) => async () => ({ ok: true as const, value })
  const tooMany = { ok: false, failure: expect.objectContaining({ status: 503 }) }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Takes every turn. Returns a function that releases them. */
  function takeAll(inTurn: ReturnType<typeof createTurns>) {
    const held = Promise.withResolvers<void>()
    const taken = Array.from({ length: 6 }, () => inTurn(() => held.promise.then(answer('held'))))
    return async () => {
      held.resolve()
      expect(await Promise.all(taken)).toEqual(taken.map(() => ({ ok: true, value: 'held' })))
    }
  }

  it('is refused after five seconds and never runs later', async () => {
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

  it('may take any time once it has its turn', async () => {
    const slow = Promise.withResolvers<void>()
    const working = createTurns()(() => slow.promise.then(answer('slow')))
    vi.advanceTimersByTime(60_000)
    slow.resolve()
    expect(await working).toEqual({ ok: true, value: 'slow' })
  })

  it('is refused at once if a thousand are already waiting', async () => {
    const inTurn = createTurns()
    const giveBack = takeAll(inTurn)
    const waiting = Array.from({ length: 1_000 }, () => inTurn(answer('waited')))
    expect(await inTurn(answer('one more'))).toEqual(tooMany)
    await giveBack()
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ ok: true, value: 'waited' })))
  })
})
