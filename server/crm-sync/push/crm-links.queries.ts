import { sql } from 'kysely'
import type { Crm } from '#crm/port.ts'
import type { Db } from '../../db/schema.ts'
import type { Delivery } from '../../deliveries/deliveries.queries.ts'
import {
  parkDelivered,
  parkSuperseded,
  queueCrmPushAgain,
  settlePush,
} from '../../deliveries/states.queries.ts'

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
 * was one. The next sale of the lead, and the next pull, then know the lead by its contact, also when the former was
 * deleted.
 */
export async function completeLink(db: Db, link: LinkToComplete): Promise<{ tookOver: boolean }> {
  const isFree = await completeFreeLink(db, link)
  return { tookOver: !isFree && (await db.transaction().execute((tx) => takeOver(tx, link))) }
}

/** The usual case in one statement; does nothing, and says so, where another sale has the opportunity or shows it. */
async function completeFreeLink(db: Db, link: LinkToComplete): Promise<boolean> {
  const { sessionId, opportunityId } = link
  const { rows } = await sql`
    with completed as (
      ${setLink(link)}
        and not exists (
          select from crm_links where opportunity_id = ${opportunityId} and session_id <> ${sessionId})
        and not exists (
          select from opportunities where ghl_opportunity_id = ${opportunityId} and session_id <> ${sessionId})
      returning session_id
    ), known as (
      ${setContact(link)} and exists (select from completed)
    )
    select session_id from completed`.execute(db)
  return rows.length > 0
}

/** Whether a sale of ours held it. */
async function takeOver(transaction: Db, link: LinkToComplete): Promise<boolean> {
  const { sessionId, opportunityId } = link
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
  await setLink(link).execute(transaction)
  await setContact(link).execute(transaction)
  return superseded.length > 0
}

const setLink = ({ provider, sessionId, contactId, opportunityId }: LinkToComplete) => sql`
  update crm_links set provider = ${provider}, contact_id = ${contactId}, opportunity_id = ${opportunityId}
  where session_id = ${sessionId}`

const setContact = ({ leadId, provider, contactId }: LinkToComplete) => sql`
  update leads set crm_provider = ${provider}, crm_contact_id = ${contactId}
  where id = ${leadId}::uuid and (crm_provider, crm_contact_id) is distinct from (${provider}, ${contactId})
    and not exists (select from leads where crm_provider = ${provider} and crm_contact_id = ${contactId})`

/**
 * After a write that succeeded: shows on the sale that the CRM has it, and that its push is delivered. `lost`: another
 * sale has taken the opportunity over meanwhile. Then this push is parked, and as it may have come over what the owner
 * wrote, the owner's is queued again. `overwritten`: so it happened to this sale.
 */
export async function noteWritten(db: Db, written: Written): Promise<'held' | 'lost' | 'overwritten'> {
  const { delivery, opportunityId, overwritten } = written
  const { session_id } = delivery
  // Not a change of the sale itself: its revision stays. The sale is locked before its delivery, as by its own writes.
  const { rows } = await sql<{ overwritten: number }>`
    with holder as materialized (
      select session_id, overwritten from crm_links where opportunity_id = ${opportunityId} for update
    ), held as (
      select overwritten from holder where session_id = ${session_id}
    ), shown as (
      update opportunities set ghl_opportunity_id = ${opportunityId}, last_ghl_sync = now()
      from held where session_id = ${session_id}
      returning held.overwritten
    ), settled as (
      ${settlePush(delivery, sql`shown`, sql`overwritten = ${overwritten}`)}
    )
    select overwritten from held`.execute(db)
  const [held] = rows
  if (!held) return giveUp(db, written)
  return held.overwritten === overwritten ? 'held' : 'overwritten'
}

/** Whoever holds the opportunity now; the sale itself again is a matter for its next attempt. */
async function giveUp(db: Db, { delivery, opportunityId }: Written): Promise<'lost' | 'overwritten'> {
  return db.transaction().execute(async (transaction) => {
    const holder = await lockLink(transaction, opportunityId)
    if (holder?.session_id === delivery.session_id) return 'overwritten'
    await parkSuperseded(transaction, delivery, SUPERSEDED)
    if (holder) await writeOver(transaction, holder.session_id)
    return 'lost'
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
    .select('session_id')
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
