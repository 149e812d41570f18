import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { openPostgres } from '../db/postgres/postgres.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { createHints, type Hints } from './hints.ts'

const PATIENTLY = { timeout: 15_000, interval: 20 }

let here: FreshDatabase
let there: Database
let hints: Hints
let others: Hints
/** What arrived, from whomever. */
let payloads: string[]
let heard: ReturnType<typeof vi.fn<() => void>>
beforeEach(async () => {
  here = await freshDatabase('postgres')
  there = await openPostgres(here.url ?? '', console)
  payloads = []
  hints = createHints({ db: here.db, listen: listenAndKeep })
  others = createHints(there)
  heard = vi.fn<() => void>()
  hints.start(heard)
  // That it listens from now on is a reason to look, too.
  await hearsAgain()
})
afterEach(async () => {
  await Promise.all([hints.stop(), others.stop()])
  await there.close()
  await here.close()
})

const listenAndKeep: NonNullable<Database['listen']> = (channel, heard) => {
  if (!here.listen) throw new Error('A PostgreSQL can be listened to.')
  return here.listen(channel, (payload) => {
    if (payload !== '') payloads.push(payload)
    heard(payload)
  })
}
const hearsAgain = async () => {
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), PATIENTLY)
  heard.mockClear()
}
const killListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(there.db)

test('a process hears what another tells', async () => {
  others.tell()
  await hearsAgain()
})

test('a process does not hear itself', async () => {
  hints.tell()
  await vi.waitFor(() => expect(payloads).toHaveLength(1), PATIENTLY)
  others.tell()
  await vi.waitFor(() => expect(payloads).toHaveLength(2), PATIENTLY)
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a listener that is killed comes back, and looks for what it has not heard', async () => {
  await killListeners()
  await hearsAgain()
  others.tell()
  await hearsAgain()
})
