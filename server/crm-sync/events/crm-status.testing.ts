import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { Crm } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import type { CrmStatus } from '#crm/sandbox/schema.ts'
import { answeredByHand } from '../../deliveries/attempts.testing.ts'
import { createDeliveries, type Deliveries } from '../../deliveries/deliveries.ts'
import { type ServedTables, serveTables } from '../../postgrest/test-server.ts'
import { pullLeads } from '../pull/pull-leads.ts'
import { pushSaleJob } from '../push/push-sale.job.ts'
import { leadIds, sandboxTables, silentLog } from '../push/sales.testing.ts'
import { storeEvents } from './crm-events.queries.ts'
import { workOffEvents } from './work-off-events.job.ts'

export const SESSION = 'sale_1_a'
export const SERVICE = {
  status: 'qualified',
  service_package_name: 'Basic Broadband',
  service_monthly_price: 299,
}
export const CONTRACT = {
  status: 'closed-won',
  contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
  contract_timestamp: '2026-03-01T10:00:00.000Z',
  contract_ip_address: '0.0.0.0',
}
export const REFUSED = {
  ok: false,
  failure: { code: 'validation', retry: 'never', message: 'No.', status: 422 },
} as const
const never = new AbortController().signal

/** Serves the data API beside a sandbox CRM, both emptied before each test of the calling file. */
export function useCrmAndSales() {
  let server: ServedTables
  let crm: Crm
  let deliveries: Deliveries
  let lead: string
  let hooks = 0

  beforeAll(async () => {
    server = await serveTables('postgres')
  })
  afterAll(() => server?.stop())
  beforeEach(async () => {
    // The longest backoff, so that a postponed event is not due again within a test.
    vi.spyOn(Math, 'random').mockReturnValue(1)
    await sandboxTables(server.db).deleteFrom('opportunities').execute()
    await server.empty()
    await server.db.deleteFrom('crm_events').execute()
    const changeFeed = server.changeFeed as never
    crm = createSandboxCrm(server.db)
    await pullLeads({ db: server.db, crm, changeFeed })
    lead = (await leadIds(server.db))[0] ?? ''
    deliveries = createDeliveries({
      db: server.db,
      log: silentLog,
      handlers: {
        crm: pushSaleJob({ db: server.db, crm, changeFeed, log: silentLog }),
        automation: answeredByHand().handler,
      },
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await deliveries?.stop()
  })

  const openSale = (session_id = SESSION) =>
    server.call('POST', '/rest/v1/opportunities', { body: { session_id, lead_id: lead } })
  const patch = (body: object) =>
    server.call('PATCH', `/rest/v1/opportunities?session_id=eq.${SESSION}`, { body })
  const push = () => deliveries.runNow('crm', SESSION)
  const inCrm = () =>
    sandboxTables(server.db).selectFrom('opportunities').selectAll().executeTakeFirstOrThrow()
  const storeEvent = async (recordId?: string) => {
    hooks += 1
    const record_id = recordId ?? (await inCrm()).id
    const event = { type: 'OpportunityUpdate', record_kind: 'opportunity', record_id, sent_at: null } as const
    await storeEvents(server.db, [{ ...event, webhook_id: `hook${hooks}` }])
  }
  const workOff = async () => {
    await server.db.updateTable('crm_events').set({ due_at: '2026-01-01T00:00:00.000Z' }).execute()
    await workOffEvents({ db: server.db, crm, changeFeed: server.changeFeed as never, log: silentLog }, never)
  }

  return {
    server: () => server,
    crm: () => crm,
    lead: () => lead,
    openSale,
    patch,
    push,
    inCrm,
    storeEvent,
    workOff,
    /** Makes a sale by the agent's steps and pushes it to the CRM. */
    async sell(...steps: object[]) {
      await openSale()
      for (const step of steps) expect((await patch(step)).status).toBe(204)
      expect(await push()).toMatchObject({ ok: true })
    },
    sale: () =>
      server.db
        .selectFrom('opportunities')
        .selectAll()
        .where('session_id', '=', SESSION)
        .executeTakeFirstOrThrow(),
    async leadStatus() {
      const leads = server.db.selectFrom('leads').select('status').where('id', '=', lead)
      return (await leads.executeTakeFirstOrThrow()).status
    },
    /** Changes the opportunity as a user of the CRM does. */
    setInCrm: (status: CrmStatus, stage = 'Contacted') =>
      sandboxTables(server.db).updateTable('opportunities').set({ status, stage }).execute(),
    /** Stores an event of the opportunity and works it off. */
    async applyEvent() {
      await storeEvent()
      await workOff()
    },
    events: () => server.db.selectFrom('crm_events').selectAll().orderBy('id').execute(),
    lastLogEntry: () =>
      server.db.selectFrom('ghl_sync_log').selectAll().orderBy('id', 'desc').executeTakeFirst(),
  }
}
