import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Crm, CrmResult } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import { answeredByHand } from '../jobs/attempts.testing.ts'
import { createDeliveries } from '../jobs/deliveries.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { pullLeads } from './pull-leads.ts'
import { pushSaleJob } from './push-sale.job.ts'
import { leadIds, sandboxTables, silentLog, writeSale } from './sales.testing.ts'

const SALES = 100
const STATUSES: OpportunityStatus[] = ['open', 'qualified', 'closed-won']

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Three calls in ten fail: half of them before they did anything, half with the answer lost on the way. */
function flaky(crm: Crm, random: () => number): Crm {
  const failure = {
    ok: false,
    failure: { code: 'upstream', retry: 'later', message: 'Out of order.', status: 503 },
  } as const
  const throughFog = async <Value>(call: () => Promise<CrmResult<Value>>): Promise<CrmResult<Value>> => {
    const luck = random()
    if (luck < 0.15) return failure
    const result = await call()
    return luck < 0.3 ? failure : result
  }
  return {
    ...crm,
    createOpportunity: (sale) => throughFog(() => crm.createOpportunity(sale)),
    updateOpportunity: (id, sale) => throughFog(() => crm.updateOpportunity(id, sale)),
    abandonOpportunity: (given) => throughFog(() => crm.abandonOpportunity(given)),
  }
}

describe.each(DATABASES)('A hundred sales on the %s database and a CRM that often fails', (kind) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database.close())

  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

  test(`end with exactly one opportunity each, won, through restarts (SEED=${seed})`, async () => {
    const { db } = database
    const random = seeded(seed)
    const changeFeed = { wake() {} } as never
    const crm = createSandboxCrm(db)
    await addContacts()
    await pullLeads({ db, crm, changeFeed })
    const leads = await leadIds(db)
    const newWorker = () =>
      createDeliveries({
        db,
        log: silentLog,
        handlers: {
          crm: { ...pushSaleJob({ db, crm: flaky(crm, random), changeFeed }), backoff: () => 0 },
          automation: answeredByHand().handler,
        },
        drainMs: 0,
        random,
      })

    let worker = newWorker()
    worker.start()
    for (const status of STATUSES) {
      for (let sale = 0; sale < SALES; sale++) {
        // Some sales move on to another lead after the first step.
        const lead = status !== 'open' && sale % 5 === 0 ? SALES + sale : sale
        await writeSale(db, { session_id: `sale_${sale}`, lead_id: leads[lead] ?? null, status })
        worker.wake()
      }
      await worker.stop()
      worker = newWorker()
      worker.start()
    }
    for (let sale = 0; sale < SALES; sale++) {
      while (!(await worker.runNow('crm', `sale_${sale}`)).ok);
    }
    await worker.stop()

    const living = await sandboxTables(db)
      .selectFrom('opportunities')
      .selectAll()
      .where('status', '<>', 'abandoned')
      .execute()
    const sales = await db.selectFrom('opportunities').select(['session_id', 'ghl_opportunity_id']).execute()
    expect(living.map((held) => `${held.session_id} ${held.status} ${held.id}`).sort()).toEqual(
      sales.map((sale) => `${sale.session_id} won ${sale.ghl_opportunity_id}`).sort(),
    )
    expect(new Set(living.map(({ contact_id }) => contact_id)).size).toBe(SALES)

    async function addContacts() {
      const contacts = Array.from({ length: 2 * SALES }, (_, index) => ({
        id: `contact-${index}`,
        first_name: 'Ada',
        last_name: 'Ward',
        address: `${index} Moor Lane`,
        postcode: 'CA29 1AA',
      }))
      await sandboxTables(db).insertInto('contacts').values(contacts).execute()
    }
  }, 60_000)
})
