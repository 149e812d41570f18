import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { pruneSyncLog, writeSyncLog } from './sync-log.queries.ts'

describe('The sync log', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())

  test('keeps its newest entries and deletes the rest', async () => {
    const line = { operation: 'diagnostics', direction: 'pull', status: 'success', duration_ms: 1 } as const
    for (const message of ['1', '2', '3', '4']) await writeSyncLog(database.db, { ...line, message })
    await pruneSyncLog(database.db, new AbortController().signal, 2)
    const kept = await database.db.selectFrom('ghl_sync_log').select('message').orderBy('id').execute()
    expect(kept).toEqual([{ message: '3' }, { message: '4' }])
  })
})
