import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES } from '../../testing/databases.ts'
import { fillSealed, openSealed, type Sealed } from './sealed.testing.ts'
import { TAMPERED } from './tampered.testing.ts'
import { verifySeals } from './verify.ts'

describe.each(DATABASES)('verify on the %s database', (kind) => {
  let sealed: Sealed
  beforeAll(async () => {
    sealed = await openSealed(kind)
  })
  afterAll(() => sealed?.close())

  test('counts nothing in an empty database', async () => {
    const counts = { agreements: 0, events: 0, documents: 0, erased: 0, days: 0 }
    expect(await verifySeals(sealed.db)).toMatchObject({ ok: true, value: counts })
  })

  describe('of sealed sales', () => {
    beforeAll(() => fillSealed(sealed))

    test('counts what it has verified, what was erased too', async () => {
      expect(await verifySeals(sealed.db)).toEqual({
        ok: true,
        value: {
          keys: 1,
          agreements: 1,
          events: 27,
          chains: 4,
          evidence: 3,
          documents: 6,
          erased: 1,
          sales: 4,
          days: 2,
        },
      })
    })

    test.for(TAMPERED)('names %s', async ([, statements, named]) => {
      const undone = new Error('undone')
      const changing = sealed.db.transaction().execute(async (transaction) => {
        // As a superuser does whom the triggers do not stop.
        await sql`set local session_replication_role = replica`.execute(transaction)
        for (const statement of statements.split(/;\s/)) await sql.raw(statement).execute(transaction)
        expect(await verifySeals(transaction)).toEqual({ ok: false, failure: expect.stringMatching(named) })
        throw undone
      })
      await expect(changing).rejects.toBe(undone)
    })
  })
})
