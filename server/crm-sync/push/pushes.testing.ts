import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Crm } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { answeredByHand } from '../../deliveries/attempts.testing.ts'
import { createDeliveries, type Deliveries } from '../../deliveries/deliveries.ts'
import { type DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { pullLeads } from '../pull/pull-leads.ts'
import { pushSaleJob } from './push-sale.job.ts'
import { crmOpportunities, forgetSales, leadIds, silentLog, writeSale } from './sales.testing.ts'

/** Longer than the CRM of any test takes to catch up. */
const LEASE_MS = 7_200_000

/** Pushes sales to a sandbox CRM. Removes all sales before each test of the calling file. */
export function usePushes(kind: (typeof DATABASES)[number]) {
  let database: FreshDatabase
  let sandbox: Crm
  let crm: Crm
  let leads: string[]
  let wakes = 0
  let deliveries: Deliveries
  const changeFeed = { wake: () => (wakes += 1) } as never

  beforeAll(async () => {
    database = await freshDatabase(kind)
    sandbox = createSandboxCrm(database.db)
    await pullLeads({ db: database.db, crm: sandbox, changeFeed })
    leads = await leadIds(database.db)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await forgetSales(database.db)
    crm = { ...sandbox }
    deliveries = newWorker(crm)
    wakes = 0
  })
  afterEach(() => deliveries?.stop())

  function newWorker(of: Crm) {
    const { db } = database
    const push = pushSaleJob({ db, crm: of, changeFeed, log: silentLog })
    return createDeliveries({
      db,
      log: silentLog,
      drainMs: 0,
      leaseMs: LEASE_MS,
      handlers: { crm: push, automation: answeredByHand().handler },
    })
  }

  return {
    db: () => database.db,
    /** The CRM of the pushes. A test may replace its calls. */
    crm: () => crm,
    /** Creates another worker, which pushes to this CRM. The test must stop it. */
    newWorker,
    /** The same CRM without the replaced calls. */
    sandbox: () => sandbox,
    lead: (index: number) => leads[index] ?? null,
    wakes: () => wakes,
    write: (session_id: string, rest: Partial<Parameters<typeof writeSale>[1]> = {}) =>
      writeSale(database.db, { session_id, lead_id: leads[0] ?? null, ...rest }),
    push: (sessionId: string) => deliveries.runNow('crm', sessionId),
    saleOf: (sessionId: string) =>
      database.db
        .selectFrom('opportunities')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow(),
    ledgerOf: (sessionId: string) =>
      database.db
        .selectFrom('deliveries')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirstOrThrow(),
    /** Returns the contact and status of each of a sale's opportunities in the CRM, oldest first. */
    heldFor: async (sessionId: string) =>
      (await crmOpportunities(database.db, sessionId)).map(({ contact_id, status }) => [contact_id, status]),
  }
}

/** A call whose response was lost. */
export const LOST_RESPONSE = {
  ok: false,
  failure: { code: 'network', retry: 'later', message: 'No answer.', status: null },
} as const
