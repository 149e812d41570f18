import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_COMPANY } from '#domain/agreement/company.ts'
import { agreementHash, agreementText, evidenceText } from '#protocol/evidence.ts'
import type { Delivery } from '../deliveries/deliveries.queries.ts'
import { eventHash, NO_EVENT } from '../evidence/chain.ts'
import { receiveEvidence } from '../evidence/receive-evidence.ts'
import { recordOf, signSale } from '../evidence/signings.testing.ts'
import { sha256Hex } from '../sha256.ts'
import { type FreshDatabase, freshDatabase, freshFolder } from '../testing/databases.ts'
import { findFile, listDocuments } from './documents.queries.ts'
import { readSomeKey } from './key/seal-keys.testing.ts'
import type { SealKeys } from './key/seal-keys.ts'
import { keptSealThread as sealThread } from './seal/kept-thread.testing.ts'
import { sealSaleJob } from './seal-sale.job.ts'
import { findSigning } from './signing.queries.ts'

describe('a sale with evidence', () => {
  let database: FreshDatabase
  let folder: string
  let sealKeys: SealKeys
  beforeAll(async () => {
    database = await freshDatabase('postgres')
    folder = freshFolder()
    sealKeys = await readSomeKey(database.db, folder)
  })
  afterAll(async () => {
    await database.close()
    fs.rmSync(folder, { recursive: true })
  })

  const config = { company: NO_COMPANY, publicUrl: undefined, mail: undefined }
  const receive = (record: ReturnType<typeof recordOf>) =>
    receiveEvidence(database.db, { record, earlier: undefined, copyLinkDays: 760 })
  const deliver = (session_id: string) =>
    sealSaleJob({ db: database.db, config, sealKeys, sealThread }).deliver(
      { session_id } as Delivery,
      AbortSignal.timeout(60_000),
    )
  const seals = async (session_id: string) => {
    const { rows } = await sql<{ state: string; wanted: number; due: boolean }>`
      select state, wanted, due_at <= now() as due from deliveries
      where target = 'seal' and session_id = ${session_id}`.execute(database.db)
    return rows
  }

  /** Writes a version and its attachments to a folder, and returns its path. */
  async function detach(session_id: string, version = 1): Promise<string> {
    const place = path.join(folder, `${session_id}-${version}`)
    fs.mkdirSync(place)
    const bytes = await findFile(database.db, session_id, version)
    fs.writeFileSync(path.join(place, 'sealed.pdf'), bytes ?? '')
    execFileSync('pdfdetach', ['-saveall', '-o', place, path.join(place, 'sealed.pdf')])
    return place
  }

  test('is queued with its evidence, and sealed with what was recorded', async () => {
    await signSale(database.db, 'recorded')
    const record = recordOf('recorded')
    await receive(record)
    expect(await seals('recorded')).toMatchObject([{ state: 'waiting', due: true }])
    expect(await deliver('recorded')).toEqual({ ok: true, value: {} })

    const place = await detach('recorded')
    const read = (name: string) => fs.readFileSync(path.join(place, name), 'utf8')
    expect(read('agreement.json')).toBe(agreementText(record.agreement))
    expect(sha256Hex(read('agreement.json'))).toBe(record.evidence.agreement_sha256)
    expect(read('evidence.json')).toBe(evidenceText(record.evidence))
    const { chain, events } = JSON.parse(read('chain.json'))
    let prev = NO_EVENT
    for (const event of events) {
      expect(eventHash({ ...event, chain, prev })).toBe(event.hash)
      prev = event.hash
    }
    const said = execFileSync('pdfsig', [path.join(place, 'sealed.pdf')], { encoding: 'utf8' })
    expect(said).toContain('Signature is Valid')
    expect(said).toContain('Total document signed')
    expect(await listDocuments(database.db, 'recorded')).toMatchObject([
      { version: 1, agreement_sha256: agreementHash(record.agreement, sha256Hex), findings: [] },
    ])
  })

  test('gets the event `sealed` in its chain with the document', async () => {
    await signSale(database.db, 'chained')
    await receive(recordOf('chained'))
    await deliver('chained')
    const signing = await findSigning(database.db, 'chained')
    expect(signing?.events.map(({ type }) => type)).toEqual([
      'agreement-shown',
      'signed',
      'received',
      'checked',
      'sealed',
    ])
    expect(await deliver('chained')).toEqual({ ok: true, value: {} })
    expect((await findSigning(database.db, 'chained'))?.events).toHaveLength(5)
  })

  test('gets version 2 if its evidence arrives after it was sealed without it', async () => {
    await signSale(database.db, 'late')
    await deliver('late')
    await receive(recordOf('late'))
    await deliver('late')
    expect(await listDocuments(database.db, 'late')).toMatchObject([
      { version: 1, agreement_sha256: null, findings: ['not-recorded'] },
      { version: 2, agreement_sha256: recordOf('late').evidence.agreement_sha256, findings: [] },
    ])
  })

  describe('with words that are corrected after sealing', () => {
    /** Seals a sale as a worker does. */
    const sealNow = async (session_id: string) => {
      expect(await deliver(session_id)).toEqual({ ok: true, value: {} })
      await sql`
        update deliveries set state = 'delivered', delivered = wanted
        where target = 'seal' and session_id = ${session_id}`.execute(database.db)
    }
    const rename = (session_id: string, name: string) =>
      sql`update opportunities set customer_name = ${name}, notes = 'a note' where session_id = ${session_id}`.execute(
        database.db,
      )
    const correctionsOf = async (session_id: string) => {
      const { rows } = await sql<{ payload: object }>`
        select payload from sale_evidence join evidence_events using (chain) join event_payloads using (chain, seq)
        where session_id = ${session_id} and type = 'corrected' order by seq`.execute(database.db)
      return rows.map(({ payload }) => payload)
    }

    test('is queued again once, and its chain and its findings name the fields', async () => {
      await signSale(database.db, 'corrected')
      await receive(recordOf('corrected'))
      await sealNow('corrected')
      const [before] = await seals('corrected')
      await rename('corrected', 'Ada Byron')
      await rename('corrected', 'Ada Byron')
      expect(await seals('corrected')).toMatchObject([
        { state: 'waiting', due: true, wanted: (before?.wanted ?? 0) + 1 },
      ])
      await sealNow('corrected')
      await sealNow('corrected')
      expect(await correctionsOf('corrected')).toEqual([
        { by: 'office', version: 2, fields: ['customer_name'] },
      ])
      expect(await listDocuments(database.db, 'corrected')).toMatchObject([
        { version: 1, findings: [] },
        { version: 2, findings: ['corrected'] },
      ])
    })

    test('gets another version if they are put back as they were', async () => {
      await signSale(database.db, 'put back')
      await receive(recordOf('put back'))
      await sealNow('put back')
      for (const name of ['Ada Byron', recordOf('put back').agreement.customer.name]) {
        await rename('put back', name)
        await sealNow('put back')
      }
      expect((await listDocuments(database.db, 'put back')).map(({ version }) => version)).toEqual([1, 2, 3])
      expect(await correctionsOf('put back')).toHaveLength(2)
    })

    test('is not queued by a note', async () => {
      await signSale(database.db, 'noted')
      await receive(recordOf('noted'))
      await sealNow('noted')
      await sql`update opportunities set notes = 'called' where session_id = 'noted'`.execute(database.db)
      expect(await seals('noted')).toMatchObject([{ state: 'delivered' }])
    })
  })
})
