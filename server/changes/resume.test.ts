import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../db/handle.ts'
import { openPostgres } from '../db/postgres/postgres.ts'
import { addLead, startLiveServer } from '../testing/live-server.ts'

const WRITERS = 10
const TRANSACTIONS = 25
const LEADS = WRITERS * TRANSACTIONS * 2

let server: Awaited<ReturnType<typeof startLiveServer>>
/** For the server, this is another process. */
let elsewhere: Database
beforeEach(async () => {
  server = await startLiveServer('postgres')
  elsewhere = await openPostgres(server.database.url ?? '', { error() {} })
})
afterEach(async () => {
  await elsewhere.close()
  await server.close()
})

it('shows a change made by plain SQL on another connection', async () => {
  const stream = await server.open()
  await sql`insert into leads (street_address) values ('2 High St')`.execute(elsewhere.db)
  const [seen] = await stream.nextChanges(1)
  expect(seen?.change).toMatchObject({ type: 'INSERT', record: { street_address: '2 High St' } })
})

it('never shows a change before the changes of an earlier transaction', async () => {
  const stream = await server.open()
  await elsewhere.db.transaction().execute(async (transaction) => {
    await addLead(transaction, 'early')
    await addLead(server.db, 'late')
    server.changeFeed.wake()
  })
  expect(streetsOf(await stream.nextChanges(2))).toEqual(['early', 'late'])
})

it('stays behind while an open transaction makes later changes wait', async () => {
  await elsewhere.db.transaction().execute(async (transaction) => {
    await addLead(transaction, 'early')
    // Until a transaction ends, PostgreSQL may reuse an older snapshot, in which nothing is open.
    await addLead(server.db, 'late')
    const begun = performance.now()
    for (let asked = 0; asked < 500; asked += 1) {
      server.changeFeed.wake()
      await sql`select 1`.execute(server.db)
      const openMs = performance.now() - begun
      expect(server.changeFeed.behindMs() ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(openMs)
    }
  })
})

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

it(`resumes without a gap or a repeat while ${WRITERS} writers overlap (SEED=${seed})`, async () => {
  const random = randomFrom(seed)
  const start = await server.open()
  start.close()
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, random)))

  const seen: string[] = []
  let cursor = start.first?.id
  while (seen.length < LEADS) {
    const stream = await server.open(cursor)
    const changes = await stream.nextChanges(Math.min(1 + Math.floor(random() * 40), LEADS - seen.length))
    stream.close()
    seen.push(...streetsOf(changes))
    cursor = changes.at(-1)?.id
  }
  await writing
  const { rows } = await sql<{ street: string }>`
    select record ->> 'street_address' as street from changes order by transaction_id, id`.execute(server.db)
  expect(seen).toEqual(rows.map(({ street }) => street))
})

/**
 * Writes two leads per transaction with a pause of up to 30 ms in between, so that transactions commit out of order.
 */
async function write(writer: number, random: () => number) {
  const { db } = writer % 2 ? elsewhere : server
  for (let number = 0; number < TRANSACTIONS; number++) {
    await db.transaction().execute(async (transaction) => {
      await addLead(transaction, `${writer}-${number}a`)
      await sql`select pg_sleep(${random() * 0.03})`.execute(transaction)
      await addLead(transaction, `${writer}-${number}b`)
    })
    if (random() < 0.5) server.changeFeed.wake()
  }
}

const streetsOf = (changes: { change: unknown }[]) =>
  changes.map(({ change }) => (change as { record: { street_address: string } }).record.street_address)

/** Returns a Mulberry32 generator, which makes the same numbers from the same seed. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
