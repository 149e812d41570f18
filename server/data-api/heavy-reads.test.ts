import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/schema.ts'
import { createReadTurns } from './read-turns.ts'
import { type ServedTables, serveTables } from './test-server.ts'

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

it('a read whose turn comes when its client may be gone is not done', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const inTurn = createReadTurns()
  const first = Promise.withResolvers<string>()
  const reads = Array.from({ length: 6 }, () => inTurn(() => first.promise))
  const late = inTurn(async () => 'late')
  vi.advanceTimersByTime(5_001)
  first.resolve('first')
  expect(await Promise.all([...reads, late])).toEqual([...reads.map(() => 'first'), undefined])
  expect(await inTurn(async () => 'next')).toBe('next')
  vi.useRealTimers()
})
