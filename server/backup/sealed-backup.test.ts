import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSealed, sealedOn } from '../documents/verify/sealed.testing.ts'
import { type BackupPlace, freshBackupPlace } from '../testing/backup-place.ts'

/** The tables that `fillSealed` fills. */
const TABLES = [
  'agreements',
  'cancellations',
  'disputes',
  'event_payloads',
  'evidence_events',
  'sale_evidence',
  'seal_days',
  'seal_keys',
  'seal_leaves',
  'sealed_documents',
]

describe('a backup of sealed sales', () => {
  let place: BackupPlace
  beforeAll(async () => {
    place = await freshBackupPlace('postgres')
    await place.atRest(async (db) => fillSealed(await sealedOn(db, place.folder)))
  })
  afterAll(() => place?.remove())

  test('brings back all of it, and verifies', async () => {
    const kept = await place.rows()
    for (const table of TABLES) expect(kept[`public.${table}`], table).not.toEqual([])
    const verified = { code: 0, said: expect.stringContaining('Verified: 6 documents (1 of them erased)') }
    expect(await place.doorstep('verify')).toMatchObject(verified)
    await place.backUp()

    await place.atRest(async (db) => {
      await sql`delete from opportunities`.execute(db)
    })
    expect(await place.doorstep('verify')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^Broken: /),
    })
    await place.restore()
    expect(await place.rows()).toEqual(kept)
    expect(await place.doorstep('verify')).toMatchObject(verified)
  })
})
