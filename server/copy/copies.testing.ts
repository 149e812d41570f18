import fs from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { COPY_PATH } from '#protocol/copy.ts'
import { COPY_GIVEN_PATH } from '#protocol/functions.ts'
import { storeDocument } from '../documents/documents.queries.ts'
import { readSomeKey } from '../documents/key/seal-keys.testing.ts'
import { receiveEvidence } from '../evidence/receive-evidence.ts'
import { recordOf, signSale } from '../evidence/signings.testing.ts'
import { limitCalls } from '../http/rate-limits/rate-limits.ts'
import { sha256 } from '../sha256.ts'
import { type DATABASES, freshDatabase, freshFolder } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { copyRoutes } from './copy.routes.ts'
import { copyCodeRoutes } from './copy-code.routes.ts'
import { copyGivenRoutes } from './copy-given.routes.ts'

const KEY = 'test-key'
const CODE_PATH = `${BACK_OFFICE_PATH}/copy-code`

/** The postcode of every agreement in these tests. */
export const POSTCODE = 'AB1 2CD'

/** Serves the functions of the customer's page on a new database, with a log that tests can read. */
export async function serveCopies(kind: (typeof DATABASES)[number]) {
  const database = await freshDatabase(kind)
  const folder = freshFolder()
  const { db } = database
  await readSomeKey(db, folder)
  const { kid } = await db.selectFrom('seal_keys').select('kid').executeTakeFirstOrThrow()
  let logged = ''
  const stream = {
    write(line: string) {
      logged += line
    },
  }

  function create(): FastifyInstance {
    const app = Fastify({ logger: { stream, level: 'trace' }, trustProxy: 'loopback' })
    limitCalls(app, new Registry())
    const [changeFeed, deliveries] = [{ wake: () => {} }, { wake: () => {} }]
    app.register(copyRoutes({ db, config: { mail: undefined }, changeFeed, deliveries }))
    app.register(copyCodeRoutes({ db, callers: keyHolders(KEY), config: { copyLinkDays: 760 } }), {
      prefix: CODE_PATH,
    })
    app.register(copyGivenRoutes({ db, callers: keyHolders(KEY) }))
    return app
  }
  let app = create()

  return {
    database,
    db,
    logged: () => logged,
    /** Resets the rate limits. */
    async restart() {
      await app.close()
      app = create()
    },
    ask: (path: string, body: object, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: COPY_PATH + path, body, headers }),
    /** Reports a copy that the agent gave, as a phone does. */
    give: (body: object, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: COPY_GIVEN_PATH, body, headers: { apikey: KEY, ...headers } }),
    /** Revokes or renews a code, as the office does. */
    changeCode: (what: 'revoke' | 'renew', session_id: string, key = KEY) =>
      app.inject({
        method: 'POST',
        url: `${CODE_PATH}/${what}`,
        body: { session_id },
        headers: { apikey: key },
      }),
    /** Stores a signed sale with its evidence, and returns its token. */
    async sign(sessionId: string): Promise<string> {
      await signSale(db, sessionId)
      const record = recordOf(sessionId)
      await receiveEvidence(db, { record, earlier: undefined, copyLinkDays: 760 })
      return record.token
    },
    /** Stores a version of the sale's document, and returns the text of its file. */
    async seal(session_id: string, version: number): Promise<string> {
      const text = `%PDF-1.7 ${session_id}, version ${version}`
      const bytes = Buffer.from(text)
      const isStored = await storeDocument(db, {
        session_id,
        version,
        source_sha256: sha256(`${version}`),
        bytes,
        pdf_sha256: sha256(bytes),
        agreement_sha256: null,
        evidence_sha256: null,
        findings: [],
        statement: 'a.b.c',
        kid,
        sealed_at: '2026-03-01T10:05:00.000Z',
      })
      if (!isStored) throw new Error('The document was not stored.')
      return text
    },
    /** Returns the later events of a sale, which the customer or the agent made, in order. */
    async events(sessionId: string) {
      const { rows } = await sql<{ type: string; payload: object }>`
        select type, payload from evidence_events join event_payloads using (chain, seq)
        join sale_evidence using (chain) where session_id = ${sessionId} and seq > 4 order by seq`.execute(db)
      return rows
    },
    async close() {
      await app.close()
      await database.close()
      fs.rmSync(folder, { recursive: true })
    },
  }
}
