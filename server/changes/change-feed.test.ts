import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { addLead } from '../testing/live-server.ts'
import { type ChangeFeed, createChangeFeed } from './change-feed.ts'

const NEVER = 3_600_000

let database: FreshDatabase
let feed: ChangeFeed
let hint: (payload: string) => void
const stopListening = vi.fn(async () => {})
beforeEach(async () => {
  database = await freshDatabase('embedded')
  feed = createChangeFeed({
    ...database,
    listen: (_channel, heard) => {
      hint = heard
      return { stop: stopListening }
    },
    log: console,
    pollMs: NEVER,
  })
  await feed.start()
})
afterEach(async () => {
  await feed.stop()
  expect(stopListening).toHaveBeenCalled()
  await database.close()
})

test('reads a change on a hint from another process, long before the next poll', async () => {
  let received = Promise.withResolvers<string>()
  feed.subscribe(feed.position(), (events) => received.resolve(String(events)), {
    area: undefined,
    onlyOf: undefined,
  })
  await addLead(database.db, '1 High St')
  feed.wake()
  expect(await received.promise).toContain('1 High St')

  received = Promise.withResolvers()
  await addLead(database.db, '2 High St')
  hint('another process')
  expect(await received.promise).toContain('2 High St')
})
