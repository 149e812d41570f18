import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../db/handle.ts'
import { openPostgres } from '../db/postgres/postgres.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { createHints, type Hints } from './hints.ts'

const PATIENTLY = { timeout: 120_000, interval: 20 }

let here: FreshDatabase
let there: Database
let hints: Hints
let others: Hints
/** Every payload that arrives. */
let payloads: string[]
let received: ReturnType<typeof vi.fn<() => void>>
beforeEach(async () => {
  here = await freshDatabase('postgres')
  there = await openPostgres(here.url ?? '', console)
  payloads = []
  hints = createHints({ db: here.db, listen: listenAndKeep, log: console }, 'doorstep_changes')
  others = createHints({ ...there, log: console }, 'doorstep_changes')
  received = vi.fn<() => void>()
  hints.start(received)
  // The start of listening also counts as a hint.
  await receivesAgain()
})
afterEach(async () => {
  await Promise.all([hints.stop(), others.stop()])
  await there?.close()
  await here?.close()
})

const listenAndKeep: NonNullable<Database['listen']> = (channel, receive) => {
  if (!here.listen) throw new Error('PostgreSQL supports LISTEN.')
  return here.listen(channel, (payload) => {
    if (payload !== '') payloads.push(payload)
    receive(payload)
  })
}
const receivesAgain = async () => {
  await vi.waitFor(() => expect(received).toHaveBeenCalled(), PATIENTLY)
  received.mockClear()
}
const killListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(there.db)

test('a process receives the hints of another', async () => {
  others.send()
  await receivesAgain()
})

test('a process ignores its own hints', async () => {
  hints.send()
  await vi.waitFor(() => expect(payloads).toHaveLength(1), PATIENTLY)
  others.send()
  await vi.waitFor(() => expect(payloads).toHaveLength(2), PATIENTLY)
  expect(received).toHaveBeenCalledTimes(1)
})

test('a killed listener reconnects and treats that as a hint, because it may have missed one', async () => {
  await killListeners()
  await receivesAgain()
  others.send()
  await receivesAgain()
})
