import { beforeEach, describe, expect, it } from 'vitest'
import { DATABASES, freshDatabase } from '../testing/databases.ts'
import { addLead } from '../testing/live-server.ts'
import { getTail, readChanges } from './changes.queries.ts'
import { SettledTime } from './settled-time.ts'

const seen = (settled: bigint, begun = settled) => ({ settled, begun })

let time: SettledTime
beforeEach(() => {
  time = new SettledTime()
})

it('is unknown before the first read', () => {
  expect(time.behindMs(100)).toBeUndefined()
})

it('is the start of the last read while no transaction is open', () => {
  time.note(100, seen(7n))
  time.note(200, seen(9n))
  expect(time.behindMs(203.5)).toBe(4)
})

it('does not move while a transaction stays open', () => {
  time.note(100, seen(7n))
  time.note(200, seen(7n, 9n))
  time.note(300, seen(7n, 12n))
  expect(time.behindMs(300)).toBe(200)
})

it('moves to the first read during the open transaction once all transactions of that read end', () => {
  time.note(200, seen(7n, 9n))
  time.note(300, seen(8n, 12n))
  expect(time.behindMs(300)).toBeUndefined()
  time.note(400, seen(9n, 14n))
  expect(time.behindMs(400)).toBe(200)
  time.note(500, seen(14n, 15n))
  expect(time.behindMs(500)).toBe(100)
  time.note(600, seen(15n))
  expect(time.behindMs(600)).toBe(0)
})

it('is unknown again in another life of the database', () => {
  time.note(100, seen(7n))
  time.note(200, seen(7n, 9n))
  time.reset()
  time.note(300, seen(10n, 11n))
  expect(time.behindMs(300)).toBeUndefined()
})

describe.each(DATABASES)('a read of the changes in an %s database', (kind) => {
  it('sees which transactions are settled and which have begun', async () => {
    const database = await freshDatabase(kind)
    const read = async () => (await readChanges(database.db, await getTail(database.db), 1)).snapshot
    const before = await read()
    await addLead(database.db, '1 High St')
    const { settled, begun } = await read()
    expect(settled).toBeLessThanOrEqual(begun)
    expect(begun).toBeGreaterThan(before.begun)
    await database.close()
  })
})
