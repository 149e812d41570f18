import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type GoHighLevelDouble,
  startGoHighLevelDouble,
} from '#crm/gohighlevel/double/go-high-level-double.ts'
import { GHL_SYNC_PATH } from '#protocol/functions.ts'
import { RECEIPT_HEADER } from '#protocol/receipt.ts'
import { openDatabase } from './db/database.ts'
import type { Database } from './db/handle.ts'
import { applyMigrations } from './db/migrate.ts'
import { migrate } from './db/postgres/postgres.ts'
import { receiptHash } from './sales/receipt.ts'
import {
  type HeldAnswer,
  holdAnswerTo,
  type Line,
  openLine,
  openPostgresLine,
} from './testing/cuttable-connection.ts'
import { freshFolder, freshMigratedUrl, freshPostgresUrl } from './testing/databases.ts'
import { holdLock } from './testing/held-lock.ts'
import { launchServerProcess, type ServerProcess, startServerProcess } from './testing/server-process.ts'

const PATIENTLY = { timeout: 240_000, interval: 50 }
/** Processes start slowly where many other things run. */
const WITH_TIME = 120_000

const CUSTOMER = {
  customer_name: 'Ada Ward',
  customer_email: 'ada@example.org',
  customer_phone: '01632 960001',
  customer_location: '1 High Street',
  customer_id_number: null,
  customer_discount: null,
  service_package_id: 'basic',
  service_package_name: 'Basic Broadband',
  service_speed: '50 Mbps',
  service_monthly_price: 299,
  service_installation_price: 995,
  voucher_amount: 1500,
}
const CONTRACT = {
  contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
  contract_timestamp: '2026-03-01T10:00:00.000Z',
  contract_ip_address: '0.0.0.0',
}

type Sale = { session: string; lead: string }
type Worker = ServerProcess & { crmLine: Line }

let migrated: Awaited<ReturnType<typeof freshPostgresUrl>>
let database: Database
let databaseLine: Line
let double: GoHighLevelDouble
let env: Record<string, string>
const apis: ServerProcess[] = []
let leads: string[]

beforeAll(async () => {
  migrated = await freshMigratedUrl()
  // It would take a second opportunity: that there is none is our own doing.
  double = await startGoHighLevelDouble({ contacts: 10, duplicates: 'allowed' })
  const { line, url } = await openPostgresLine(migrated.url)
  databaseLine = line
  env = {
    DATABASE_URL: url,
    GHL_BASE_URL: double.url,
    GHL_API_TOKEN: double.token,
    GHL_LOCATION_ID: double.locationId,
    GHL_PIPELINE_ID: double.pipelineId,
  }
  database = await openDatabase({ databaseUrl: migrated.url, dataDir: '' }, console)
  await fillUp(apis, startApi)
  leads = await pullLeads()
}, WITH_TIME)
beforeEach(() => fillUp(apis, startApi), WITH_TIME)
afterAll(async () => {
  for (const api of apis) api.kill('SIGKILL')
  await double?.close()
  databaseLine?.close()
  await database?.close()
  await migrated?.drop()
})

const startApi = () => startServerProcess(env, ['--role=api'])

/** Starts what is missing of two. */
async function fillUp<Server>(living: Server[], start: () => Promise<Server>): Promise<void> {
  living.push(...(await Promise.all(Array.from({ length: 2 - living.length }, start))))
}

async function killOneOf<Server extends ServerProcess>(living: Server[], doomed: Server): Promise<void> {
  living.splice(living.indexOf(doomed), 1)
  await killHard(doomed)
}

async function killHard(process: Pick<ServerProcess, 'kill' | 'exitCode'>): Promise<void> {
  process.kill('SIGKILL')
  await process.exitCode
}

const call = (server: ServerProcess, method: string, place: string, body: object, key?: string) =>
  fetch(server.url + place, {
    method,
    headers: {
      apikey: 'public-anon-key',
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(body),
  })

async function pullLeads(): Promise<string[]> {
  await call(apis[0] as ServerProcess, 'POST', `${GHL_SYNC_PATH}?endpoint=sync-leads`, {})
  const rows = await database.db.selectFrom('leads').select('id').orderBy('crm_contact_id').execute()
  return rows.map(({ id }) => id)
}

/** Begins a sale at a household that nobody has called on yet. */
async function beginSale(server: ServerProcess): Promise<Sale> {
  const lead = leads.shift() ?? ''
  const session = `sale_at_${lead}`
  const begun = { session_id: session, lead_id: lead, ...CUSTOMER }
  expect((await call(server, 'POST', '/rest/v1/opportunities', begun, `${session}:1`)).status).toBe(201)
  return { session, lead }
}

/** Sends the call that closes a sale: the first time, or once more. */
async function closeSale(server: ServerProcess, { session }: Sale) {
  const place = `/rest/v1/opportunities?session_id=eq.${session}`
  const closing = { ...CONTRACT, status: 'closed-won' }
  const { status, headers } = await call(server, 'PATCH', place, closing, `${session}:2`)
  return { status, receipt: headers.get(RECEIPT_HEADER) }
}

const acceptanceOf = ({ session }: Sale) => ({
  status: 204,
  receipt: `sha256=${receiptHash({ session_id: session, ...CUSTOMER, ...CONTRACT })}`,
})

/** All that the database says of a sale. */
async function recordsOf({ session, lead }: Sale) {
  const { db } = database
  const sale = await db
    .selectFrom('opportunities')
    .select(['status', 'revision'])
    .where('session_id', '=', session)
    .execute()
  const { rows } = await sql<{ change: string }>`
    select concat_ws(' ', table_name, type, record->>'status') as change from changes
    where record->>'session_id' = ${session} or (record->>'id' = ${lead} and type = 'UPDATE')
    order by change`.execute(db)
  const { status: leadStatus } = await db
    .selectFrom('leads')
    .select('status')
    .where('id', '=', lead)
    .executeTakeFirstOrThrow()
  const deliveries = await db
    .selectFrom('deliveries')
    .select(['target', 'wanted', 'state'])
    .where('session_id', '=', session)
    .execute()
  return { sale, lead: leadStatus, changes: rows.map(({ change }) => change), deliveries }
}

const OPEN_ONCE = {
  sale: [{ status: 'open', revision: 1 }],
  lead: 'contacted',
  changes: ['leads UPDATE contacted', 'opportunities INSERT open'],
  deliveries: [{ target: 'crm', wanted: 1, state: 'waiting' }],
}
const CLOSED_ONCE = {
  sale: [{ status: 'closed-won', revision: 2 }],
  lead: 'closed-won',
  changes: [
    'leads UPDATE closed-won',
    'leads UPDATE contacted',
    'opportunities INSERT open',
    'opportunities UPDATE closed-won',
  ],
  deliveries: [{ target: 'crm', wanted: 2, state: 'waiting' }],
}

describe('a sale whose closing call an API process does not survive', () => {
  /** Kills the first process while it closes the sale; answers what the second one says to the same call. */
  type Death = (sale: Sale, doomed: ServerProcess, other: ServerProcess) => ReturnType<typeof closeSale>

  const lockLead = ({ lead }: Sale) =>
    holdLock(migrated.url, 'select from leads where id = $1 for update', [lead])

  const beforeTheCommit: Death = async (sale, doomed, other) => {
    const lock = await lockLead(sale)
    const unheard = expect(closeSale(doomed, sale)).rejects.toThrow()
    const write = await lock.waiter()
    await killOneOf(apis, doomed)
    await lock.giveUp(write)
    await lock.release()
    await unheard
    expect(await recordsOf(sale)).toEqual(OPEN_ONCE)
    return closeSale(other, sale)
  }

  const whileItsWriteGoesOn: Death = async (sale, doomed, other) => {
    const lock = await lockLead(sale)
    const unheard = expect(closeSale(doomed, sale)).rejects.toThrow()
    const write = await lock.waiter()
    await killOneOf(apis, doomed)
    const replay = closeSale(other, sale)
    await lock.waiter(write)
    await lock.release()
    await unheard
    return replay
  }

  const afterTheCommit: Death = async (sale, doomed, other) => {
    const committed = holdAnswerTo(CONTRACT.contract_signature, [databaseLine])
    const unheard = expect(closeSale(doomed, sale)).rejects.toThrow()
    await committed
    expect(await recordsOf(sale)).toEqual(CLOSED_ONCE)
    await killOneOf(apis, doomed)
    await unheard
    return closeSale(other, sale)
  }

  test.each<{ point: string; die: Death }>([
    { point: 'before the commit: its write waits for the lead, and is given up', die: beforeTheCommit },
    { point: 'before the commit: its write waits, and goes on without it', die: whileItsWriteGoesOn },
    { point: 'after the commit, before it hears of it', die: afterTheCommit },
  ])(
    'is closed once, and its replay at another process answered as ever: killed $point',
    async ({ die }) => {
      const [doomed, other] = apis as [ServerProcess, ServerProcess]
      const sale = await beginSale(doomed)
      expect(await die(sale, doomed, other)).toEqual(acceptanceOf(sale))
      expect(await closeSale(other, sale)).toEqual(acceptanceOf(sale))
      expect(await recordsOf(sale)).toEqual(CLOSED_ONCE)
    },
    WITH_TIME,
  )
})

describe('a sale that a worker was telling the CRM when it was killed', () => {
  const workers: Worker[] = []

  beforeEach(() => fillUp(workers, startWorker), WITH_TIME)
  afterAll(() => {
    for (const worker of workers) worker.kill('SIGKILL')
  })

  async function startWorker(): Promise<Worker> {
    const crmLine = await openLine({ host: '127.0.0.1', port: Number(new URL(double.url).port) })
    const viaLine = { ...env, GHL_BASE_URL: `http://127.0.0.1:${crmLine.port}` }
    return { ...(await startServerProcess(viaLine, ['--role=worker'])), crmLine }
  }

  const inCrm = ({ session }: Sale) =>
    double.opportunities().filter(({ fields }) => fields['opportunity.session_id'] === session)

  /** As if the dead worker's half a minute were over. */
  const endLease = ({ session }: Sale) =>
    sql`update deliveries set leased_until = now() where session_id = ${session}`.execute(database.db)

  const untilDelivered = ({ session }: Sale) =>
    vi.waitFor(async () => {
      const { state } = await database.db
        .selectFrom('deliveries')
        .select('state')
        .where('session_id', '=', session)
        .executeTakeFirstOrThrow()
      expect(state).toBe('delivered')
    }, PATIENTLY)

  /** Kills a worker that has made the sale's opportunity in the CRM, whose answer is `made`. */
  type Death = (sale: Sale, doomed: Worker, made: HeldAnswer) => Promise<void>

  const beforeItHears: Death = (_sale, doomed) => killOneOf(workers, doomed)

  const beforeItNotes: Death = async ({ session }, doomed, made) => {
    const lock = await holdLock(migrated.url, 'select from crm_links where session_id = $1 for update', [
      session,
    ])
    made.pass()
    const note = await lock.waiter()
    await killOneOf(workers, doomed)
    await lock.giveUp(note)
    await lock.release()
  }

  test.each<{ point: string; die: Death }>([
    { point: 'after the CRM had made its opportunity, before the worker heard of it', die: beforeItHears },
    { point: "after the CRM's 200, before the worker had noted it", die: beforeItNotes },
  ])(
    'has one opportunity there, won, by another worker: killed $point',
    async ({ die }) => {
      const [api] = apis as [ServerProcess]
      const sale = await beginSale(api)
      const making = holdAnswerTo(
        sale.session,
        workers.map(({ crmLine }) => crmLine),
      )
      await closeSale(api, sale)
      const made = await making
      const doomed = workers.find(({ crmLine }) => crmLine === made.line) as Worker
      expect(inCrm(sale)).toMatchObject([{ status: 'open' }])
      await die(sale, doomed, made)
      await endLease(sale)
      await untilDelivered(sale)
      const [{ id } = { id: '' }, ...others] = inCrm(sale)
      expect(others).toEqual([])
      expect(double.state.opportunities.get(id)).toMatchObject({ status: 'won' })
      const shown = database.db.selectFrom('opportunities').select('ghl_opportunity_id')
      expect(await shown.where('session_id', '=', sale.session).execute()).toEqual([
        { ghl_opportunity_id: id },
      ])
    },
    WITH_TIME,
  )
})

describe('a migration', () => {
  const FOLDER = path.join(import.meta.dirname, 'db', 'migrations')
  const FILES = fs.readdirSync(FOLDER).sort()
  const FIRST_NEW = '0014'
  /** The first of the new ones that needs the table of deliveries. */
  const WAITING = '0015'
  let url: string
  let drop: () => Promise<void>

  beforeAll(async () => {
    const empty = await freshPostgresUrl()
    url = empty.url
    drop = empty.drop
    const folder = freshFolder()
    for (const name of FILES.filter((name) => name < FIRST_NEW))
      fs.copyFileSync(path.join(FOLDER, name), path.join(folder, name))
    await migrate(new pg.Client(url), (session) => applyMigrations(session, folder))
    fs.rmSync(folder, { recursive: true })
  })
  afterAll(() => drop?.())

  async function applied(): Promise<string[]> {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query('select name from schema_migrations order by name')
    await client.end()
    return rows.map(({ name }) => name)
  }

  test(
    'in the middle of which a process is killed is done by the next one, which then serves',
    async () => {
      const lock = await holdLock(url, 'lock table deliveries in access share mode')
      const doomed = launchServerProcess({ DATABASE_URL: url })
      const neverReady = expect(doomed.ready).rejects.toThrow('before it was ready')
      const migration = await lock.waiter()
      await killHard(doomed)
      await neverReady
      await lock.giveUp(migration)
      await lock.release()
      expect(await applied()).toEqual(FILES.filter((name) => name < WAITING))

      const next = await startServerProcess({ DATABASE_URL: url })
      expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
      expect(await applied()).toEqual([...FILES, expect.stringMatching(/^repeatable-/)])
      await killHard(next)
    },
    WITH_TIME,
  )
})
