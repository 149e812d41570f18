import type { Kysely } from 'kysely'
import { walkInId } from './contacts.ts'
import type { SandboxTables } from './schema.ts'

/** Deletes what the sandbox CRM stored about these sales. Its sample contacts are fictional, so they stay. */
export async function forgetSandboxSales<Schema>(
  database: Kysely<Schema>,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return
  const db = sandboxOf(database)
  await db.deleteFrom('opportunities').where('session_id', 'in', sessionIds).execute()
  await db.deleteFrom('contacts').where('id', 'in', sessionIds.map(walkInId)).execute()
}

/** Deletes the notes and tasks that these visits left in the sandbox CRM. */
export async function forgetSandboxVisits<Schema>(
  database: Kysely<Schema>,
  visitIds: readonly string[],
): Promise<void> {
  if (visitIds.length === 0) return
  await sandboxOf(database).deleteFrom('contact_entries').where('key', 'in', visitIds).execute()
}

const sandboxOf = <Schema>(database: Kysely<Schema>) =>
  (database as unknown as Kysely<SandboxTables>).withSchema('sandbox_crm')
