import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import { NO_COMPANY } from '#domain/agreement/company.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { signDay } from '#server/documents/days/close-day.job.ts'
import { findSignedSale } from '#server/documents/documents.queries.ts'
import { signStatement } from '#server/documents/key/jws.ts'
import { type CurrentKey, createSealKeys } from '#server/documents/key/seal-keys.ts'
import { type Words, wordsOf } from '#server/documents/words.ts'
import { commitmentTo, eventHash, NO_EVENT } from '#server/evidence/chain.ts'

const AT_ONCE = 200
const SALES_A_DAY = 1_000
const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2026, 0, 1)
/** The size of a rendered document. */
const PDF_BYTES = 56_000
const SIGNATURE_BYTES = 15_000
const WORDS_BYTES = 7_500

const SALT = randomBytes(32)
const FINDINGS = '[]'
/** Random bytes, because a picture does not compress either. */
const SALE = {
  customer_name: 'Mary Jones',
  customer_email: 'mary.jones@example.com',
  customer_location: '1 High St, Ludlow, SY7 8AB',
  service_package_name: 'Basic Broadband',
  service_monthly_price: 399,
  contract_signature: `data:image/png;base64,${randomBytes(SIGNATURE_BYTES).toString('base64')}`,
  contract_timestamp: '2026-01-01T10:00:00.000Z',
  received_at: '2026-01-01T10:00:01.000Z',
  status: 'closed-won',
  closed_by: 'agent',
} as const

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const bytesOf = (hex: string) => Buffer.from(hex, 'hex')
const textOf = (value: object) => Buffer.from(canonicalize(value) as string)
const dayOf = (n: number) =>
  new Date(FIRST_DAY + Math.floor(n / SALES_A_DAY) * DAY_MS).toISOString().slice(0, 10)
const silentLog = { info() {}, warn() {}, error() {} }

/** Opens a migrated PostgreSQL, to be filled with sealed sales. `remove` closes it and removes the key. */
export async function openSealedSales(databaseUrl: string) {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, console)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-bench-'))
  const seal = { keyFile: undefined, certificateFile: undefined, password: undefined }
  const config = { dataDir: folder, databaseUrl: undefined, company: NO_COMPANY, seal }
  const sealKeys = createSealKeys({ config, db, log: silentLog })
  sealKeys.start()
  await sealKeys.ready()
  const current = sealKeys.current()
  if (!current.ok) throw new Error(current.failure.reason)
  return {
    /** Adds sales by their numbers, each sealed once with its evidence, and signs the roots of whole days. */
    async add(from: number, to: number): Promise<void> {
      for (let first = from; first < to; first += AT_ONCE)
        await addSales(db, current.value, first, Math.min(first + AT_ONCE, to))
      for (let n = from; n < to; n += SALES_A_DAY) await signDay({ db, log: silentLog, sealKeys }, dayOf(n))
    },
    async remove(): Promise<void> {
      await sealKeys.stop()
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes without triggers and references, for speed. */
function addSales(db: Db, { key }: CurrentKey, first: number, end: number): Promise<void> {
  const ids = Array.from(
    { length: end - first },
    (_, index) => `sale_${String(first + index).padStart(9, '0')}`,
  )
  return db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await transaction
      .insertInto('opportunities')
      .values(ids.map((session_id) => ({ session_id, ...SALE })))
      .execute()
    const stored = await findSignedSale(transaction, ids[0] ?? '')
    if (!stored) throw new Error('The sale is not signed.')
    const words = wordsOf(stored)
    const sold = await Promise.all(
      ids.map((session_id, index) =>
        sealedSale(key, { session_id, sealed_at: `${dayOf(first + index)}T12:00:00.000Z`, words }),
      ),
    )
    await transaction
      .insertInto('agreements')
      .values(sold.map(({ agreement }) => agreement))
      .execute()
    await transaction
      .insertInto('sale_evidence')
      .values(sold.map(({ evidence }) => evidence))
      .execute()
    await transaction
      .insertInto('evidence_events')
      .values(sold.flatMap(({ events }) => events))
      .execute()
    await transaction
      .insertInto('event_payloads')
      .values(sold.flatMap(({ payloads }) => payloads))
      .execute()
    await transaction
      .insertInto('sealed_documents')
      .values(sold.map(({ document }) => document))
      .execute()
  })
}

type ToSeal = { session_id: string; sealed_at: string; words: Words }

/** Returns the rows of a sale's evidence and seal. */
async function sealedSale(key: CurrentKey['key'], { session_id, sealed_at, words }: ToSeal) {
  const template = 'bench'
  const filler = randomBytes(WORDS_BYTES).toString('base64')
  const agreement = textOf({ template, session_id, filler })
  const agreement_sha256 = sha256(agreement)
  const body = textOf({ session_id, choices: { copy: 'email' }, filler })
  const evidence_sha256 = sha256(body)
  const bytes = randomBytes(PDF_BYTES)
  const pdf_sha256 = sha256(bytes)
  const hashes = {
    agreement_sha256: agreement_sha256.toString('hex'),
    evidence_sha256: evidence_sha256.toString('hex'),
  }
  const chain = randomBytes(16).toString('hex')
  const at = SALE.received_at
  const recorded = chained(chain, [
    ['agreement-shown', at, { by: 'agent', agreement_sha256: hashes.agreement_sha256 }],
    ['signed', at, { by: 'customer', agreement_sha256: hashes.agreement_sha256 }],
    ['received', at, { by: 'server', ...hashes }],
    ['checked', at, { by: 'server', findings: [] }],
    ['sealed', sealed_at, { by: 'server', version: 1, pdf_sha256: pdf_sha256.toString('hex'), words }],
  ])
  const statement = await signStatement(key, 'doorstep-seal', {
    version: 1,
    ...hashes,
    source_sha256: hashes.evidence_sha256,
    pdf_sha256: pdf_sha256.toString('hex'),
    head: recorded.at(3)?.hash,
    findings: [],
    sealed_at,
  })
  const ofBoth = { agreement_sha256, evidence_sha256, findings: FINDINGS }
  return {
    agreement: { sha256: agreement_sha256, template, body: agreement },
    evidence: {
      session_id,
      chain,
      salt: SALT,
      body,
      token_sha256: sha256(chain),
      token_expires_at: sealed_at,
      received_at: at,
      copy_by: 'email' as const,
      ...ofBoth,
    },
    events: recorded.map(({ commit, prev, hash, payload, ...event }) => ({
      ...event,
      commitment: bytesOf(commit),
      prev: bytesOf(prev),
      hash: bytesOf(hash),
    })),
    payloads: recorded.map(({ seq, payload }) => ({ chain, seq, payload: JSON.stringify(payload) })),
    document: {
      session_id,
      version: 1,
      source_sha256: evidence_sha256,
      bytes,
      pdf_sha256,
      statement,
      kid: key.kid,
      sealed_at,
      ...ofBoth,
    },
  }
}

/** Returns events as a chain, with hashes in hex. */
function chained(chain: string, events: readonly [type: string, at: string, payload: object][]) {
  let prev = NO_EVENT
  return events.map(([type, at, payload], index) => {
    const link = { chain, seq: index + 1, type, at, commit: commitmentTo(payload, SALT), prev }
    prev = eventHash(link)
    return { ...link, hash: prev, payload }
  })
}
