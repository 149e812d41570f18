import fs from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { downloadAt, listDocumentsAt } from './documents/documents.testing.ts'
import { opensslKey } from './documents/key/seal-keys.testing.ts'
import { verifySeals } from './documents/verify/verify.ts'
import { recordOf, sellAt } from './evidence/signings.testing.ts'
import { sha256Hex } from './sha256.ts'
import { holdAnswerTo, openPostgresProxy } from './testing/cuttable-connection.ts'
import { type FreshPostgres, freshFolder, freshMigratedUrl } from './testing/databases.ts'
import { holdLock } from './testing/held-lock.ts'
import { type Served, serve } from './testing/run-doorstep.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'

let postgres: FreshPostgres
let folder: string
let settings: Record<string, string>
let api: Served
let doomed: ServerProcess | undefined
beforeAll(async () => {
  postgres = await freshMigratedUrl()
  folder = freshFolder()
  const { key, certificate } = opensslKey(folder, 'company')
  settings = { DATABASE_URL: postgres.url, SEAL_KEY_FILE: key, SEAL_CERT_FILE: certificate }
  api = await serve(settings, '--role=api')
})
afterEach(kill)
afterAll(async () => {
  await api?.stop()
  await postgres?.drop()
  fs.rmSync(folder, { recursive: true })
})

const startWorker = async (url = postgres.url) => {
  doomed = await startServerProcess({ ...settings, DATABASE_URL: url }, ['--role=worker'])
}
async function kill(): Promise<void> {
  doomed?.kill('SIGKILL')
  await doomed?.exitCode
}

const lock = (what: string, sale: string) =>
  holdLock(postgres.url, `select from ${what} where session_id = $1 for update`, [sale])

/** As if the worker's lease of half a minute had ended. */
const endLease = (sale: string) =>
  sql`update deliveries set leased_until = now() where session_id = ${sale}`.execute(api.db)

const eventsOf = async (sale: string) => {
  const { rows } = await sql<{ type: string }>`
    select type from sale_evidence join evidence_events using (chain)
    where session_id = ${sale} order by seq`.execute(api.db)
  return rows.map(({ type }) => type)
}

/** Lets a worker seal a sale up to a certain moment, then kills it. */
type Death = (sale: string) => Promise<void>

const asItBeginsToRender: Death = async () => {
  const { proxy, url } = await openPostgresProxy(postgres.url)
  const reading = holdAnswerTo('select version, source_sha256 from sealed_documents', proxy)
  await startWorker(url)
  ;(await reading).pass()
  await kill()
  proxy.close()
}

/** Kills the worker while it waits for a lock. */
const whereItWaitsFor =
  (what: string): Death =>
  async (sale) => {
    const held = await lock(what, sale)
    await startWorker()
    const storing = await held.waiter()
    await kill()
    await held.giveUp(storing)
    await held.release()
    expect(await listDocumentsAt(api.url, sale)).toEqual([])
  }

const afterTheCommit: Death = async (sale) => {
  const storing = await lock('opportunities', sale)
  await startWorker()
  await storing.waiter()
  const delivery = await lock('deliveries', sale)
  await storing.release()
  const recording = await delivery.waiter()
  await kill()
  await delivery.giveUp(recording)
  await delivery.release()
  expect(await listDocumentsAt(api.url, sale)).toHaveLength(1)
}

/**
 * Does not kill the worker, but makes it so slow that another takes over. Both have the sealed file and wait to store
 * it.
 */
const slowly: Death = async (sale) => {
  const held = await lock('opportunities', sale)
  await startWorker()
  const first = await held.waiter()
  await endLease(sale)
  const other = await serve(settings, '--role=worker')
  await held.waiter(first)
  await held.release()
  await vi.waitFor(async () => expect(await listDocumentsAt(api.url, sale)).toHaveLength(1))
  await other.stop()
}

describe('a sale whose worker is killed while it seals', () => {
  test.each<{ point: string; die: Death }>([
    { point: 'as it begins to render', die: asItBeginsToRender },
    { point: 'with the sealed file in memory', die: whereItWaitsFor('opportunities') },
    { point: 'with the document stored, before the commit', die: whereItWaitsFor('sale_evidence') },
    { point: 'after the commit, before the delivery is recorded', die: afterTheCommit },
    { point: 'not at all, while another worker seals it too', die: slowly },
  ])('has one document, with one event: $point', async ({ point, die }) => {
    const sale = sha256Hex(point).slice(0, 8)
    await sellAt(api.url, recordOf(sale))
    // Only the seal should wait for the locks.
    await sql`delete from deliveries where session_id = ${sale} and target <> 'seal'`.execute(api.db)
    await die(sale)
    await endLease(sale)
    const next = await serve(settings, '--role=worker')
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select state from deliveries where session_id = ${sale} and target = 'seal'`.execute(api.db)
      expect(rows).toEqual([{ state: 'delivered' }])
    })
    await next.stop()
    const [document, ...others] = await listDocumentsAt(api.url, sale)
    expect(others).toEqual([])
    expect(document).toMatchObject({ version: 1, findings: [] })
    expect(sha256Hex(await downloadAt(api.url, sale))).toBe(document?.pdf_sha256)
    expect(await eventsOf(sale)).toEqual(['agreement-shown', 'signed', 'received', 'checked', 'sealed'])
    expect((await verifySeals(api.db)).ok).toBe(true)
  })
})
