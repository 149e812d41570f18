import { type Kysely, sql } from 'kysely'
import type { SandboxTables } from '#crm/sandbox/schema.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { Db } from '../../db/schema.ts'

type SaleState = {
  session_id: string
  lead_id: string | null
  status?: OpportunityStatus
  customer_location?: string
  customer_name?: string
  customer_email?: string
  total_value?: number
  closed_by?: 'agent' | 'crm'
}

const SIGNATURE = 'data:image/png;base64,AAAA'

/** Writes a sale and queues its push in one transaction, as the data API does. */
export async function writeSale(db: Db, sale: SaleState): Promise<void> {
  const values = { ...sale, ...(sale.status === 'closed-won' ? { contract_signature: SIGNATURE } : {}) }
  await db.transaction().execute(async (transaction) => {
    const { revision } = await transaction
      .insertInto('opportunities')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('session_id').doUpdateSet({ ...values, revision: sql`opportunities.revision + 1` }),
      )
      .returning('revision')
      .executeTakeFirstOrThrow()
    await sql`
      insert into deliveries (target, session_id, wanted) values ('crm', ${sale.session_id}, ${revision})
      on conflict (target, session_id, sequence) do update
      set wanted = excluded.wanted, state = 'waiting', attempts = 0, due_at = now(), reason = null
    `.execute(transaction)
  })
}

/** Returns a handle on the tables of the sandbox CRM. */
export const sandboxTables = (db: Db) => (db as unknown as Kysely<SandboxTables>).withSchema('sandbox_crm')

/** Returns a sale's opportunities in the sandbox CRM, oldest first. */
export const crmOpportunities = (db: Db, sessionId: string) =>
  sandboxTables(db)
    .selectFrom('opportunities')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('date_added')
    .execute()

/** Returns the ids of our leads, in the order of the CRM's contact ids. */
export const leadIds = async (db: Db): Promise<string[]> => {
  const leads = await db.selectFrom('leads').select('id').orderBy('crm_contact_id').execute()
  return leads.map(({ id }) => id)
}

/** Removes all sales and everything that followed from them. */
export async function forgetSales(db: Db): Promise<void> {
  await sandboxTables(db).deleteFrom('opportunities').execute()
  for (const table of ['deliveries', 'opportunities', 'ghl_sync_log'] as const)
    await db.deleteFrom(table).execute()
}

/** A log that discards everything. */
export const silentLog = { warn() {}, error() {}, info() {} } as never
