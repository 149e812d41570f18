import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type GoHighLevelDouble,
  startGoHighLevelDouble,
} from '#crm/gohighlevel/double/go-high-level-double.ts'
import { GHL_SYNC_PATH } from '#protocol/functions.ts'
import { type HeldAnswer, holdAnswerTo, openProxy, type TcpProxy } from './testing/cuttable-connection.ts'
import { type FreshPostgres, freshMigratedUrl } from './testing/databases.ts'
import { holdLock } from './testing/held-lock.ts'
import { beginSale, closeSale, type Sale } from './testing/one-sale.ts'
import { type Served, serve } from './testing/run-doorstep.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'

let postgres: FreshPostgres
let crm: GoHighLevelDouble
let settings: Record<string, string>
let api: Served
let leads: string[]
let proxy: TcpProxy
let doomed: ServerProcess
beforeAll(async () => {
  postgres = await freshMigratedUrl()
  // This CRM allows a second opportunity, so if there is only one, that is our doing.
  crm = await startGoHighLevelDouble({ contacts: 10, duplicates: 'allowed' })
  settings = {
    DATABASE_URL: postgres.url,
    GHL_BASE_URL: crm.url,
    GHL_API_TOKEN: crm.token,
    GHL_LOCATION_ID: crm.locationId,
    GHL_PIPELINE_ID: crm.pipelineId,
  }
  api = await serve(settings, '--role=api')
  await api.call('POST', `${GHL_SYNC_PATH}?endpoint=sync-leads`, {})
  const rows = await api.db.selectFrom('leads').select('id').orderBy('crm_contact_id').execute()
  leads = rows.map(({ id }) => id)
})
beforeEach(async () => {
  proxy = await openProxy({ host: '127.0.0.1', port: Number(new URL(crm.url).port) })
  const throughProxy = { ...settings, GHL_BASE_URL: `http://127.0.0.1:${proxy.port}` }
  doomed = await startServerProcess(throughProxy, ['--role=worker'])
})
afterEach(() => {
  doomed?.kill('SIGKILL')
  proxy?.close()
})
afterAll(async () => {
  await api?.stop()
  await crm?.close()
  await postgres?.drop()
})

async function kill(): Promise<void> {
  doomed.kill('SIGKILL')
  await doomed.exitCode
}

const inCrm = ({ session }: Sale) =>
  crm.opportunities().filter(({ fields }) => fields['opportunity.session_id'] === session)

/** As if the dead worker's lease of half a minute had ended. */
const endLease = ({ session }: Sale) =>
  sql`update deliveries set leased_until = now() where session_id = ${session}`.execute(api.db)

const untilDelivered = ({ session }: Sale) =>
  vi.waitFor(async () => {
    const { state } = await api.db
      .selectFrom('deliveries')
      .select('state')
      .where('session_id', '=', session)
      .executeTakeFirstOrThrow()
    expect(state).toBe('delivered')
  })

/** Kills the worker that has created the sale's opportunity in the CRM; `created` is the CRM's answer to it. */
type Death = (sale: Sale, created: HeldAnswer) => Promise<void>

const beforeTheAnswer: Death = kill

const beforeItIsSaved: Death = async ({ session }, created) => {
  const lock = await holdLock(postgres.url, 'select from crm_links where session_id = $1 for update', [
    session,
  ])
  created.pass()
  const saving = await lock.waiter()
  await kill()
  await lock.giveUp(saving)
  await lock.release()
}

describe('a sale whose worker is killed while it updates the CRM', () => {
  test.each<{ point: string; die: Death }>([
    { point: 'after the CRM has created it, before the answer arrives', die: beforeTheAnswer },
    { point: "after the CRM's answer, before it is saved", die: beforeItIsSaved },
  ])('has one opportunity in the CRM, which another worker closes as won: $point', async ({ die }) => {
    const sale = await beginSale(api.url, leads.shift() ?? '')
    const creating = holdAnswerTo(sale.session, proxy)
    await closeSale(api.url, sale)
    const created = await creating
    expect(inCrm(sale)).toMatchObject([{ status: 'open' }])
    await die(sale, created)
    await endLease(sale)
    const next = await serve(settings, '--role=worker')
    await untilDelivered(sale)
    await next.stop()
    const [{ id } = { id: '' }, ...others] = inCrm(sale)
    expect(others).toEqual([])
    expect(crm.state.opportunities.get(id)).toMatchObject({ status: 'won' })
    const stored = api.db.selectFrom('opportunities').select('ghl_opportunity_id')
    expect(await stored.where('session_id', '=', sale.session).execute()).toEqual([
      { ghl_opportunity_id: id },
    ])
  })
})
