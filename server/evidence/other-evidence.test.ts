import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Agreement } from '#domain/agreement/agreement.ts'
import type { SigningRecord } from '#domain/evidence/evidence.ts'
import { agreementOf } from '#domain/testing/agreements.ts'
import { agreementHash, type EvidenceReceipt, evidenceHash } from '#protocol/evidence.ts'
import { erasePerson } from '../erasure/person.queries.ts'
import { sha256Hex } from '../sha256.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { eraseEvidence, findCurrentEvidence } from './evidence.queries.ts'
import { receiveEvidence } from './receive-evidence.ts'
import { recordOf, signSale } from './signings.testing.ts'

const FIRST = '2026-03-01T10:00:00.000Z'
const LATER = '2026-03-01T10:05:00.000Z'

/** Returns the record of a phone that signed again, with another nonce and so another agreement. */
function signedAgain(session_id: string, signed_at: string): SigningRecord {
  const agreement: Agreement = { ...agreementOf(), nonce: Buffer.alloc(16, session_id).toString('base64url') }
  const record = recordOf(session_id, {
    signed_at,
    agreement_sha256: agreementHash(agreement, sha256Hex),
  })
  return { ...record, agreement, token: Buffer.alloc(16, `again ${session_id}`).toString('base64url') }
}

describe.each(DATABASES)('Different evidence of one sale, on the %s database', (kind) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database.close())

  async function receive(record: SigningRecord, earlier?: EvidenceReceipt): Promise<EvidenceReceipt> {
    const answer = await receiveEvidence(database.db, { record, earlier, copyLinkDays: 760 })
    if (!answer.ok) throw new Error('The evidence was refused')
    return answer.value
  }
  const hashOf = ({ evidence }: SigningRecord) => evidenceHash(evidence, sha256Hex)
  const currentOf = async (session_id: string) => {
    const current = await findCurrentEvidence(database.db, session_id)
    if (!current) throw new Error('There is no evidence')
    return current
  }
  const eventsOf = async (session_id: string) => {
    const { rows } = await sql<{ type: string; payload: Record<string, unknown> }>`
      select type, payload from sale_evidence join evidence_events using (chain) join event_payloads using (chain, seq)
      where session_id = ${session_id} order by seq`.execute(database.db)
    return rows
  }
  const codeOf = async (session_id: string) => {
    const { rows } = await sql`
      select encode(token_sha256, 'hex') as token, token_expires_at from sale_evidence
      where session_id = ${session_id}`.execute(database.db)
    return rows[0]
  }
  const wantedOf = async (session_id: string) => {
    const { rows } = await sql<{ wanted: number }>`
      select wanted from deliveries where target = 'seal' and session_id = ${session_id}`.execute(database.db)
    return rows[0]?.wanted
  }

  test('becomes the current one if it was signed later', async () => {
    await signSale(database.db, 'later')
    const first = recordOf('later', { signed_at: FIRST })
    const again = signedAgain('later', LATER)
    await receive(first)
    const wanted = (await wantedOf('later')) ?? 0
    expect(await receive(again)).toMatchObject({ evidence_sha256: hashOf(again) })
    expect(await currentOf('later')).toMatchObject({
      evidence: again.evidence,
      findings: [{ code: 'signing-time-differs' }, { code: 'other-evidence' }],
    })
    expect((await eventsOf('later')).slice(-2)).toMatchObject([
      { type: 'received-again', payload: { is_current: true, other: first.evidence } },
      { type: 'checked' },
    ])
    expect(await wantedOf('later')).toBe(wanted + 1)
  })

  test('is only recorded if it was signed earlier', async () => {
    await signSale(database.db, 'earlier')
    const first = recordOf('earlier', { signed_at: LATER })
    const again = signedAgain('earlier', FIRST)
    await receive(first)
    expect(await receive(again)).toMatchObject({ evidence_sha256: hashOf(again) })
    expect(await currentOf('earlier')).toMatchObject({
      evidence: first.evidence,
      findings: expect.arrayContaining([{ code: 'other-evidence', details: [] }]),
    })
    expect((await eventsOf('earlier')).at(-2)).toMatchObject({
      type: 'received-again',
      payload: { is_current: false, other: again.evidence },
    })
  })

  test("leaves the customer's code as it is, even one that the office changed", async () => {
    await signSale(database.db, 'coded')
    const first = recordOf('coded', { signed_at: FIRST })
    await receive(first)
    await receive(signedAgain('coded', LATER))
    expect(await codeOf('coded')).toMatchObject({ token: sha256Hex(first.token) })
    await sql`
      update sale_evidence set token_sha256 = sha256('renewed'), token_expires_at = now()
      where session_id = 'coded'`.execute(database.db)
    const changed = await codeOf('coded')
    const third = recordOf('coded', { signed_at: '2026-03-01T10:10:00.000Z' })
    await receive({ ...third, token: Buffer.alloc(16, 'third').toString('base64url') })
    expect((await currentOf('coded')).evidence).toEqual(third.evidence)
    expect(await codeOf('coded')).toEqual(changed)
  })

  test('gets the same receipt on a repeat, and so does the first evidence', async () => {
    await signSale(database.db, 'repeated')
    const [first, again] = [recordOf('repeated', { signed_at: FIRST }), signedAgain('repeated', LATER)]
    const before = await receive(first)
    const answers = await Promise.all([receive(again), receive(again)])
    const events = await eventsOf('repeated')
    expect(answers[1]).toEqual(answers[0])
    expect(await receive(first)).toEqual(before)
    expect(await eventsOf('repeated')).toEqual(events)
  })

  test('comes back after a restore with the times and the chain of the receipts, in any order', async () => {
    await signSale(database.db, 'restored')
    const [first, again] = [recordOf('restored', { signed_at: FIRST }), signedAgain('restored', LATER)]
    const receipts = [await receive(first), await receive(again)]
    await eraseEvidence(database.db, ['restored'])
    expect(await receive(again, receipts[1])).toEqual(receipts[1])
    expect(await receive(first, receipts[0])).toEqual(receipts[0])
    expect(await currentOf('restored')).toMatchObject({ evidence: again.evidence })
  })

  test('is erased with its agreement', async () => {
    await signSale(database.db, 'erased')
    await receive(recordOf('erased', { signed_at: FIRST }))
    await receive(signedAgain('erased', LATER))
    await erasePerson(database.db, agreementOf().customer.email)
    for (const table of ['sale_evidence', 'event_payloads', 'agreements'] as const)
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })
})
