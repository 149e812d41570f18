import type { Db } from '../db/schema.ts'

/** Which of our sales holds an opportunity of the CRM; null when none of them does. */
export async function findOwner(db: Db, opportunityId: string): Promise<string | null> {
  const link = await db
    .selectFrom('crm_links')
    .select('session_id')
    .where('opportunity_id', '=', opportunityId)
    .executeTakeFirst()
  return link?.session_id ?? null
}
