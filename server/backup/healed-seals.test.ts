import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { downloadAt, listDocumentsAt } from '../documents/documents.testing.ts'
import { opensslKey } from '../documents/key/seal-keys.testing.ts'
import { recordOf, sellAt } from '../evidence/signings.testing.ts'
import { type BackupPlace, freshBackupPlace } from '../testing/backup-place.ts'
import { type Served, serve } from '../testing/run-doorstep.ts'

let place: BackupPlace
afterEach(() => place.remove())

describe('after a restore of the database from last week', () => {
  let key: Record<string, string>

  async function whileServed<Value>(work: (served: Served) => Promise<Value>): Promise<Value> {
    const served = await serve({ ...place.settings, ...key })
    return work(served).finally(served.stop)
  }

  /** Sells as a phone does, waits for the seal, and returns everything to compare later. */
  const sell = (receipt?: string | null) =>
    whileServed(async ({ url, db }) => {
      const answer = await sellAt(url, recordOf('sale_1'), receipt)
      await vi.waitFor(async () => expect(await listDocumentsAt(url, 'sale_1')).toHaveLength(1))
      const [document] = await listDocumentsAt(url, 'sale_1')
      const { rows: events } = await sql`
        select type, at, encode(hash, 'hex') as hash from evidence_events
        where chain = ${answer.chain} and type <> 'sealed' order by seq`.execute(db)
      const pdf = await downloadAt(url, 'sale_1')
      return { answer, document, events, pdf }
    })

  test('phones bring evidence and documents back with the same bytes and times', async () => {
    place = await freshBackupPlace('postgres')
    const files = opensslKey(place.folder, 'company')
    key = { SEAL_KEY_FILE: files.key, SEAL_CERT_FILE: files.certificate }
    await whileServed(async () => {})
    expect(await place.doorstep('backup', place.file)).toMatchObject({ code: 0 })
    const before = await sell()
    expect(await place.doorstep('restore', place.file, '--replace')).toMatchObject({ code: 0 })
    await whileServed(async ({ url }) => expect(await listDocumentsAt(url, 'sale_1')).toEqual([]))

    const healed = await sell(before.answer.receipt)
    expect(healed.answer).toEqual(before.answer)
    expect(healed.events).toEqual(before.events)
    expect(healed.document).toEqual({ ...before.document, sealed_at: healed.document?.sealed_at })
    expect(healed.pdf.equals(before.pdf)).toBe(true)
    expect(await place.doorstep('verify')).toMatchObject({ code: 0 })
  })
})
