import { sql } from 'kysely'
import type { Crm } from '#crm/port.ts'
import type { Db } from '../db/schema.ts'
import {
  type Delivery,
  parkDelivered,
  parkSuperseded,
  queueCrmPushAgain,
  settleDelivered,
} from '../jobs/deliveries.queries.ts'

/** A sale, and the opportunity of the CRM at a contact that is about to be its own. */
type LinkToComplete = {
  provider: Crm['provider']
  sessionId: string
  /** The lead that is to get this contact, if it has none in this CRM. */
  leadId: string | null
  contactId: string
  opportunityId: string
}

/** A push that has written to an opportunity, and what the sale's link had counted when it began. */
type Written = { delivery: Delivery; opportunityId: string; overwritten: number }

export const SUPERSEDED = 'Another sale of the same lead has taken over its opportunity.'

/** Which of our sales holds an opportunity of the CRM; null when none of them does. */
export async function findOwner(db: Db, opportunityId: string): Promise<string | null> {
  const link = await db
    .selectFrom('crm_links')
    .select('session_id')
    .where('opportunity_id', '=', opportunityId)
    .executeTakeFirst()
  return link?.session_id ?? null
}

/** Notes, before the CRM is asked, at which contact the sale is about to get an opportunity. */
export async function announceLink(
  db: Db,
  link: { provider: Crm['provider']; sessionId: string; contactId: string | null },
): Promise<void> {
  const { provider, sessionId, contactId } = link
  const announced = { provider, contact_id: contactId, opportunity_id: null }
  await db
    .insertInto('crm_links')
    .values({ session_id: sessionId, ...announced })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(announced))
    .execute()
}

/**
 * Records where the CRM holds the sale. A sale of ours that held this opportunity before is superseded; whether there
 * was one.
 */
export async function completeLink(db: Db, link: LinkToComplete): Promise<{ tookOver: boolean }> {
  const { provider, sessionId, contactId, opportunityId } = link
  return db.transaction().execute(async (transaction) => {
    const superseded = await transaction
      .deleteFrom('crm_links')
      .where('opportunity_id', '=', opportunityId)
      .where('session_id', '<>', sessionId)
      .returning('session_id')
      .execute()
    await transaction
      .updateTable('opportunities')
      .set({ ghl_opportunity_id: null })
      .where('ghl_opportunity_id', '=', opportunityId)
      .where('session_id', '<>', sessionId)
      .execute()
    for (const former of superseded) await parkDelivered(transaction, former.session_id, SUPERSEDED)
    await transaction
      .updateTable('crm_links')
      .set({ provider, contact_id: contactId, opportunity_id: opportunityId })
      .where('session_id', '=', sessionId)
      .execute()
    await giveContact(transaction, link)
    return { tookOver: superseded.length > 0 }
  })
}

/** The next sale of the lead, and the next pull, then know the lead by its contact, also when the former was deleted. */
async function giveContact(transaction: Db, { leadId, provider, contactId }: LinkToComplete): Promise<void> {
  if (leadId === null) return
  await sql`
    update leads set crm_provider = ${provider}, crm_contact_id = ${contactId}
    where id = ${leadId} and (crm_provider, crm_contact_id) is distinct from (${provider}, ${contactId})
      and not exists (select from leads where crm_provider = ${provider} and crm_contact_id = ${contactId})
  `.execute(transaction)
}

/**
 * After a write that succeeded: shows on the sale that the CRM has it, and with `isLast` that its push is delivered.
 * `lost`: another sale has taken the opportunity over meanwhile. Then this push is parked, and as it may have come
 * over what the owner wrote, the owner's is queued again. `overwritten`: so it happened to this sale.
 */
export async function noteWritten(
  db: Db,
  { delivery, opportunityId, overwritten }: Written,
  isLast: boolean,
): Promise<'held' | 'lost' | 'overwritten'> {
  return db.transaction().execute(async (transaction) => {
    const holder = await lockLink(transaction, opportunityId)
    if (holder?.session_id !== delivery.session_id) {
      await parkSuperseded(transaction, delivery, SUPERSEDED)
      if (holder) await writeOver(transaction, holder.session_id)
      return 'lost'
    }
    // Not a change of the sale itself: its revision stays.
    await transaction
      .updateTable('opportunities')
      .set({ ghl_opportunity_id: opportunityId, last_ghl_sync: sql<string>`now()` })
      .where('session_id', '=', delivery.session_id)
      .execute()
    if (holder.overwritten !== overwritten) return 'overwritten'
    if (isLast) await settleDelivered(transaction, delivery)
    return 'held'
  })
}

/** After a write that was refused: whether it was because another sale has the opportunity; parks the push then. */
export async function parkIfLost(
  db: Db,
  { delivery, opportunityId }: Pick<Written, 'delivery' | 'opportunityId'>,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const holder = await lockLink(transaction, opportunityId)
    const isLost = holder !== undefined && holder.session_id !== delivery.session_id
    if (isLost) await parkSuperseded(transaction, delivery, SUPERSEDED)
    return isLost
  })
}

/** Whoever wants to take the opportunity over waits; nothing when that has just happened. */
const lockLink = (transaction: Db, opportunityId: string) =>
  transaction
    .selectFrom('crm_links')
    .select(['session_id', 'overwritten'])
    .where('opportunity_id', '=', opportunityId)
    .forUpdate()
    .executeTakeFirst()

async function writeOver(transaction: Db, owner: string): Promise<void> {
  await transaction
    .updateTable('crm_links')
    .set(({ eb }) => ({ overwritten: eb('overwritten', '+', 1) }))
    .where('session_id', '=', owner)
    .execute()
  await queueCrmPushAgain(transaction, owner)
}
