import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { DATABASES } from '../../testing/databases.ts'
import { fillSealed, openSealed } from './sealed.testing.ts'
import { TAMPERED_DOCUMENTS } from './tampered-documents.testing.ts'
import { TAMPERED_EVIDENCE } from './tampered-evidence.testing.ts'
import { verifySeals } from './verify.ts'

const COUNTS = {
  keys: 2,
  agreements: 1,
  events: 27,
  chains: 4,
  evidence: 3,
  documents: 6,
  erased: 1,
  sales: 4,
  corrected: ['corrected'],
  days: 2,
}

describe.each(DATABASES)('verify on the %s database', (kind) => {
  let sealed: Awaited<ReturnType<typeof openSealed>>
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

    /** Runs `work` in a transaction that is rolled back afterwards. */
    async function undone(work: (transaction: Db) => Promise<void>): Promise<void> {
      const end = new Error('undone')
      const running = sealed.db.transaction().execute(async (transaction) => {
        await work(transaction)
        throw end
      })
      await expect(running).rejects.toBe(end)
    }

    test('counts what it has verified, including what was erased', async () => {
      expect(await verifySeals(sealed.db)).toEqual({ ok: true, value: COUNTS })
    })

    test.for([...TAMPERED_EVIDENCE, ...TAMPERED_DOCUMENTS])('names %s', ([, statements, named]) =>
      undone(async (transaction) => {
        // As a superuser would, whom the triggers do not stop.
        await sql`set local session_replication_role = replica`.execute(transaction)
        for (const statement of statements.split(/;\s/)) await sql.raw(statement).execute(transaction)
        expect(await verifySeals(transaction)).toEqual({ ok: false, failure: expect.stringMatching(named) })
      }),
    )

    test.for(['corrected', 'unrecorded'])(
      'accepts a correction of %s in psql if it is queued',
      (session_id) =>
        undone(async (transaction) => {
          await sql`
          update opportunities set service_monthly_price = 1 where session_id = ${session_id}`.execute(
            transaction,
          )
          const { rows } = await sql`
          select state from deliveries where target = 'seal' and session_id = ${session_id}`.execute(
            transaction,
          )
          expect(rows).toEqual([{ state: 'waiting' }])
          expect(await verifySeals(transaction)).toMatchObject({
            ok: true,
            value: { corrected: expect.arrayContaining([session_id]) },
          })
        }),
    )

    // Only once: it makes hundreds of seals, and both databases run the same statements.
    test.runIf(kind === 'postgres')('reads on after each page', async () => {
      await sql`
        insert into agreements (sha256, template, body)
        select sha256(body), 'x', body from generate_series(1, 600) as n,
          lateral (select convert_to('{"template":"x","n":' || n || '}', 'UTF8') as body) as words`.execute(
        sealed.db,
      )
      for (let n = 0; n < 250; n++) {
        await sealed.sign(`sale ${n}`)
        await sealed.seal(`sale ${n}`)
      }
      await sealed.erase('sale 100')
      expect(await verifySeals(sealed.db)).toEqual({
        ok: true,
        value: {
          ...COUNTS,
          agreements: 601,
          events: COUNTS.events + 1_251,
          chains: COUNTS.chains + 250,
          evidence: COUNTS.evidence + 249,
          documents: COUNTS.documents + 250,
          erased: COUNTS.erased + 1,
          sales: COUNTS.sales + 249,
        },
      })
    })
  })
})
