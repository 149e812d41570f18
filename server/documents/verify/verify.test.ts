import { createHash } from 'node:crypto'
import fs from 'node:fs'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../../crm-sync/push/sales.testing.ts'
import { type FreshDatabase, freshDatabase, freshFolder } from '../../testing/databases.ts'
import { closeDay } from '../days/close-day.job.ts'
import { daysRoutes } from '../days/days.routes.ts'
import { eraseDocuments, storeDocument } from '../documents.queries.ts'
import { signStatement } from '../key/jws.ts'
import { keyConfigOf, readKeys } from '../key/seal-keys.testing.ts'
import type { SealKeys } from '../key/seal-keys.ts'
import { verifySeals } from './verify.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

let database: FreshDatabase
let folder: string
let sealKeys: SealKeys
beforeEach(async () => {
  database = await freshDatabase('postgres')
  folder = freshFolder()
  sealKeys = await readKeys(database.db, keyConfigOf(folder))
})
afterEach(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true })
})

const close = () => closeDay({ db: database.db, log: silentLog, sealKeys })

/** Stores a document as the job does, with other bytes than a PDF. */
async function store(session_id: string, sealed_at: string, version = 1): Promise<void> {
  const state = sealKeys.current()
  if (!state.ok) throw new Error('There is no key')
  const bytes = Buffer.from(`${session_id} ${version}`)
  const pdf_sha256 = createHash('sha256').update(bytes).digest()
  const said = { version, agreement_sha256: null, evidence_sha256: null, head: null, sealed_at }
  const statement = await signStatement(state.value.key, 'doorstep-seal', {
    ...said,
    pdf_sha256: pdf_sha256.toString('hex'),
  })
  const source_sha256 = pdf_sha256
  const hashes = { pdf_sha256, source_sha256, agreement_sha256: null, evidence_sha256: null }
  const { kid } = state.value.key
  await storeDocument(database.db, {
    session_id,
    version,
    bytes,
    ...hashes,
    findings: [],
    statement,
    kid,
    sealed_at,
  })
}

/** Runs a statement as an administrator who has switched the triggers off. */
const tamper = (statement: string) =>
  database.db.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session)
    for (const one of statement.split(';')) await sql.raw(one).execute(session)
    await sql`set session_replication_role = origin`.execute(session)
  })

test('counts what it has verified, erased documents too', async () => {
  await store('a', daysAgo(2))
  await store('a', daysAgo(1), 2)
  await store('b', daysAgo(0))
  await close()
  await eraseDocuments(database.db, ['a'])
  expect(await verifySeals(database.db)).toEqual({ ok: true, value: { documents: 3, erased: 2, days: 1 } })
})

test('verifies an empty database', async () => {
  expect(await verifySeals(database.db)).toEqual({ ok: true, value: { documents: 0, erased: 0, days: 0 } })
})

describe('a day root', () => {
  test('is signed once over the documents until the end of the day', async () => {
    await store('a', daysAgo(2))
    await store('b', daysAgo(0))
    await Promise.allSettled([close(), close()])
    await close()
    const answer = await Fastify().register(daysRoutes(database)).inject('/.well-known/doorstep/days')
    const { days } = answer.json()
    expect(days).toMatchObject([
      { day: daysAgo(1).slice(0, 10), size: 1, root: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  test('is not signed if there are no documents', async () => {
    await close()
    expect((await verifySeals(database.db)).ok).toBe(true)
  })
})

test.for([
  [
    'a changed file',
    `update sealed_documents set bytes = 'x' where session_id = 'b'`,
    'Document b, version 1: the file',
  ],
  [
    'a changed time',
    `update sealed_documents set sealed_at = sealed_at - interval '1 s' where session_id = 'b'`,
    'sealed_at',
  ],
  [
    'a changed hash of the agreement',
    `update sealed_documents set agreement_sha256 = 'x' where session_id = 'b'`,
    'agreement_sha256',
  ],
  [
    'a swapped statement',
    `update sealed_documents set statement = (select statement from sealed_documents where session_id = 'a') where session_id = 'b'`,
    'Document b',
  ],
  [
    'a removed document',
    `delete from sealed_documents where session_id = 'b'`,
    'the document of leaf 1 is missing',
  ],
  [
    'a removed version',
    `delete from sealed_documents where session_id = 'c' and version = 1`,
    'version 1 is missing',
  ],
  [
    'a removed leaf',
    `delete from seal_leaves where position = 1`,
    'Document b, version 1: no day root covers it',
  ],
  [
    'swapped leaves',
    'update seal_leaves set position = 11 where position = 1; update seal_leaves set position = 1 where position = 2; update seal_leaves set position = 2 where position = 11',
    'its root is not that',
  ],
  ['a removed last leaf', `delete from seal_leaves where position = 3`, 'Document c, version 2: no day root'],
  ['another root', `update seal_days set root = 'x'`, 'its root is not that of its leaves'],
] as const)('names %s', async ([, statement, named]) => {
  await store('a', daysAgo(4))
  await store('b', daysAgo(3))
  await store('c', daysAgo(2))
  await store('c', daysAgo(2), 2)
  await close()
  expect((await verifySeals(database.db)).ok).toBe(true)
  await tamper(statement)
  const verified = await verifySeals(database.db)
  expect(verified).toMatchObject({ ok: false, failure: expect.stringContaining(named) })
})
