import type { Kysely } from 'kysely'
import type { Crm } from '../port.ts'
import { listLeads } from './contacts.ts'
import { contactEntries } from './entries.ts'
import { abandon, createOrAdopt, listOpportunities, update } from './opportunities.ts'
import type { SandboxTables } from './schema.ts'

/**
 * Returns a small built-in CRM in the schema `sandbox_crm` of the given database, with which a newcomer can make a
 * sale in the first minute. Like GoHighLevel, it allows one open or won opportunity per contact.
 */
export function createSandboxCrm<Schema>(database: Kysely<Schema>): Crm {
  const db = (database as unknown as Kysely<SandboxTables>).withSchema('sandbox_crm')

  return {
    provider: 'sandbox',
    catchesUpMs: 0,

    async *pullLeads() {
      const leads = await listLeads(db)
      yield { ok: true, value: { leads, next: null, total: leads.length } }
    },

    async readLead(contactId) {
      const leads = await listLeads(db)
      return { ok: true, value: leads.find((lead) => lead.contactId === contactId) ?? null }
    },

    async readOpportunity(opportunityId) {
      const [opportunity = null] = await listOpportunities(db, { id: opportunityId })
      return { ok: true, value: opportunity }
    },

    async *listChangedOpportunities(since) {
      yield { ok: true, value: await listOpportunities(db, { since }) }
    },

    createOpportunity: (sale) => createOrAdopt(db, sale),

    updateOpportunity: (opportunityId, sale) => update(db, opportunityId, sale),

    abandonOpportunity: (given) => abandon(db, given),

    entries: contactEntries(db),

    async checkCredentials() {
      return [{ name: 'Sandbox', ok: true, detail: 'The built-in CRM needs no credentials.' }]
    },

    async diagnostics() {
      const leads = await listLeads(db)
      const { count } = await db
        .selectFrom('opportunities')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return [
        { name: 'Leads', ok: true, detail: String(leads.length) },
        { name: 'Opportunities', ok: true, detail: String(count) },
      ]
    },
  }
}
