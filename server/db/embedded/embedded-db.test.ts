import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DatabaseThread } from './database-thread.ts'
import { embeddedDb } from './embedded-db.ts'

/** Records in order what reaches the only session of the database. */
function recordingThread() {
  const sent: string[] = []
  const thread = {
    exec: async (script: string) => void sent.push(script),
    query: async (text: string) => {
      sent.push(text)
      return { rows: [], affectedRows: 0 }
    },
  }
  return { sent, db: embeddedDb(thread as unknown as DatabaseThread) }
}

test('keeps queries out of a transaction that starts at the same time', async () => {
  const { sent, db } = recordingThread()
  const ask = () => sql`select 'other'`.execute(db)
  const change = () =>
    db.transaction().execute(async (transaction) => {
      await sql`select 'own'`.execute(transaction)
    })
  await Promise.all([ask(), change(), ask(), change(), ask(), ask(), change()])
  const inside = sent.join('; ').match(/begin; .*?commit/g)
  expect(inside).toEqual(Array(3).fill("begin; select 'own'; commit"))
  expect(sent.filter((text) => text.includes('other'))).toHaveLength(4)
})
