import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_COMPANY } from '#domain/agreement/company.ts'
import type { SealedDocument } from '#protocol/back-office.ts'
import type { Delivery } from '../deliveries/deliveries.queries.ts'
import { queueSeals } from '../deliveries/seals.queries.ts'
import { erasePerson } from '../erasure/person.queries.ts'
import { DATABASES, type FreshDatabase, freshDatabase, freshFolder } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { documentsRoutes } from './documents.routes.ts'
import { readSomeKey } from './key/seal-keys.testing.ts'
import type { SealKeys } from './key/seal-keys.ts'
import { keptSealThread as sealThread } from './seal/kept-thread.testing.ts'
import { sealSaleJob } from './seal-sale.job.ts'
import { SALE } from './sources.testing.ts'

const KEY = 'test-key'

describe.each(DATABASES)('on the %s database', (kind) => {
  let database: FreshDatabase
  let folder: string
  let sealKeys: SealKeys
  beforeAll(async () => {
    database = await freshDatabase(kind)
    folder = freshFolder()
    sealKeys = await readSomeKey(database.db, folder)
  })
  afterAll(async () => {
    await database.close()
    fs.rmSync(folder, { recursive: true })
  })

  const config = { company: NO_COMPANY, publicUrl: undefined, mail: undefined }
  const sign = (session_id: string, email = `${session_id}@example.com`) =>
    database.db
      .insertInto('opportunities')
      .values({
        session_id,
        status: 'closed-won',
        closed_by: 'agent',
        customer_name: 'Ada Ward',
        customer_email: email,
        customer_id_number: '19800101-1234',
        contract_signature: SALE.contract_signature,
        contract_timestamp: SALE.contract_timestamp,
        received_at: SALE.received_at,
      })
      .execute()
  const deliver = (session_id: string) =>
    sealSaleJob({ db: database.db, config, sealKeys, sealThread }).deliver(
      { session_id } as Delivery,
      AbortSignal.timeout(60_000),
    )
  const get = (address: string) =>
    Fastify()
      .register(documentsRoutes({ db: database.db, callers: keyHolders(KEY) }), { prefix: '/documents' })
      .inject({ url: `/documents${address}`, headers: { apikey: KEY } })
  const list = async (session_id: string) =>
    (await get(`?session_id=${session_id}`)).json() as SealedDocument[]

  test('a signed sale gets a sealed document once, however often it is delivered', async () => {
    await sign('once')
    expect(await Promise.all([deliver('once'), deliver('once')])).toContainEqual({ ok: true, value: {} })
    expect((await deliver('once')).ok).toBe(true)
    const documents = await list('once')
    expect(documents).toMatchObject([{ version: 1, agreement_sha256: null, findings: ['not-recorded'] }])
    const file = await get('/once/1.pdf')
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(documents[0]?.pdf_sha256)
    const place = path.join(folder, 'once.pdf')
    fs.writeFileSync(place, file.rawPayload)
    const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' }).stdout
    expect(run('pdfsig', place)).toContain('Signature is Valid')
    const text = run('pdftotext', '-raw', place, '-')
    expect(text).toContain('ID number recorded')
    expect(text).not.toContain('19800101')
  })

  test('a corrected name makes a second version beside the first', async () => {
    await sign('corrected')
    await deliver('corrected')
    await sql`update opportunities set customer_name = 'Ada Wardle' where session_id = 'corrected'`.execute(
      database.db,
    )
    await deliver('corrected')
    expect((await list('corrected')).map(({ version }) => version)).toEqual([1, 2])
    expect((await get('/corrected/1.pdf')).statusCode).toBe(200)
  })

  test('an unsigned sale gets no document', async () => {
    await sql`insert into opportunities (session_id, status) values ('open', 'open')`.execute(database.db)
    expect((await deliver('open')).ok).toBe(true)
    expect(await list('open')).toEqual([])
    expect((await get('/open/1.pdf')).statusCode).toBe(404)
  })

  test('a sealed document cannot be changed or removed, only erased with its sale', async () => {
    await sign('kept', 'kept@example.com')
    await deliver('kept')
    const refused = { code: '23514' }
    const change = (statement: string) => sql.raw(statement).execute(database.db)
    await expect(change(`update sealed_documents set bytes = 'x'`)).rejects.toMatchObject(refused)
    await expect(change(`update sealed_documents set sealed_at = now()`)).rejects.toMatchObject(refused)
    await expect(change('delete from sealed_documents')).rejects.toMatchObject(refused)
    await expect(change('truncate sealed_documents')).rejects.toMatchObject(refused)
    await expect(change('delete from seal_keys')).rejects.toMatchObject(refused)
    await erasePerson(database.db, 'kept@example.com')
    expect((await get('/kept/1.pdf')).statusCode).toBe(404)
    expect(await list('kept')).toHaveLength(1)
  })

  test('a sale is queued 15 minutes after signing, once', async () => {
    await sql`delete from opportunities`.execute(database.db)
    await sql`update schema_migrations set applied_at = now() - interval '1 day' where name = '0021-seals.sql'`.execute(
      database.db,
    )
    await sign('old')
    await sign('new')
    await sql`update opportunities set received_at = now() - interval '16 minutes' where session_id = 'old'`.execute(
      database.db,
    )
    await sql`update opportunities set received_at = now() where session_id = 'new'`.execute(database.db)
    expect(await queueSeals(database.db)).toBe(1)
    expect(await queueSeals(database.db)).toBe(0)
    const rows = await database.db.selectFrom('deliveries').select(['target', 'session_id']).execute()
    expect(rows).toEqual([{ target: 'seal', session_id: 'old' }])
  })
})
