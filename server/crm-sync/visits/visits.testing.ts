import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { connectTo } from '#crm/gohighlevel/adapter.testing.ts'
import {
  type GoHighLevelDouble,
  startGoHighLevelDouble,
} from '#crm/gohighlevel/double/go-high-level-double.ts'
import type { Crm } from '#crm/port.ts'
import type { Visit } from '#domain/street/visit.ts'
import { createDeliveries, type Deliveries } from '../../deliveries/deliveries.ts'
import { storeVisits } from '../../street/visits/store-visits.commands.ts'
import { type DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { pullLeads } from '../pull/pull-leads.ts'
import { leadIds, silentLog } from '../push/sales.testing.ts'
import { pushVisitsJob } from './push-visits.job.ts'

const LEADS = 30
/** The time after which a call without an answer ends. Other calls may take as long as they need. */
const HOLD_MS = 50
const changeFeed = { wake() {} } as never

/** Longer than the CRM of any test takes to catch up. */
const LEASE_MS = 7_200_000

type Noted = Partial<Pick<Visit, 'id' | 'note' | 'call_back_on' | 'call_back_at' | 'undoes' | 'occurred_at'>>

/**
 * Stores visits at leads of a GoHighLevel double, and pushes them by hand. Each test of the calling file takes new
 * leads.
 */
export function useVisits(kind: (typeof DATABASES)[number]) {
  let database: FreshDatabase
  let double: GoHighLevelDouble
  let connected: Crm
  let crm: Crm
  let leads: string[]
  let deliveries: Deliveries

  beforeAll(async () => {
    database = await freshDatabase(kind)
    double = await startGoHighLevelDouble({ contacts: LEADS, holdMs: HOLD_MS })
    connected = connectTo(double).crm
    await pull()
    leads = await leadIds(database.db)
  })
  afterAll(async () => {
    await double?.close()
    await database?.close()
  })
  beforeEach(() => {
    crm = { ...connected, entries: { ...connected.entries } }
    double.requests.splice(0)
    double.setFaults(undefined)
    deliveries = newWorker(crm)
  })
  afterEach(() => deliveries?.stop())

  const newWorker = (of: Crm) =>
    createDeliveries({
      db: database.db,
      log: silentLog,
      drainMs: 0,
      leaseMs: LEASE_MS,
      handlers: { visits: pushVisitsJob({ db: database.db, crm: of, log: silentLog }) },
    })

  /** Reads every lead again. */
  const pull = async () => {
    await database.db.deleteFrom('lead_pulls').execute()
    await pullLeads({ db: database.db, crm: connected, changeFeed })
  }
  const contactOf = async (lead: string) => {
    const { crm_contact_id } = await database.db
      .selectFrom('leads')
      .select('crm_contact_id')
      .where('id', '=', lead)
      .executeTakeFirstOrThrow()
    return crm_contact_id ?? ''
  }
  const visit = async (lead_id: string, outcome: Visit['outcome'], noted: Noted = {}): Promise<string> => {
    const id = noted.id ?? randomUUID()
    const given = {
      id,
      lead_id,
      outcome,
      occurred_at: '2026-07-02T10:00:00.000Z',
      note: null,
      call_back_on: outcome === 'call-back' && !noted.undoes ? '2026-07-03' : null,
      call_back_at: null,
      phone: null,
      undoes: null,
      ...noted,
    }
    const stored = await storeVisits(database.db, [given])
    if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
    return id
  }

  return {
    db: () => database.db,
    double: () => double,
    /** The CRM of the pushes. A test may replace its calls. */
    crm: () => crm,
    /** Creates another worker, which pushes to this CRM. The test must stop it. */
    newWorker,
    pull,
    freshLead: () => leads.pop() ?? '',
    contactOf,
    visit,
    /** Takes a visit back. */
    undo: (lead: string, outcome: Visit['outcome'], id: string) => visit(lead, outcome, { undoes: id }),
    push: (lead: string) => deliveries.runNow('visits', lead),
    /** Returns the entries that visits to a lead left in the CRM. */
    heldAt: async (lead: string) => {
      const contactId = await contactOf(lead)
      const tags = double.state.contacts.get(contactId)?.tags ?? []
      return {
        tags: tags.filter((tag) => tag !== double.leadTag),
        notes: double.notes(contactId).map(({ body }) => body),
        tasks: double
          .tasks(contactId)
          .map(({ title, completed }) => `${completed ? 'Done' : 'Open'}: ${title}`),
      }
    },
    ledgerOf: (lead: string) =>
      database.db
        .selectFrom('deliveries')
        .select(['state', 'reason', 'attempts'])
        .where('target', '=', 'visits')
        .where('session_id', '=', lead)
        .execute(),
    calls: () => double.requests.map(({ operation }) => operation),
  }
}
