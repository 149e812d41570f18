import { sql } from 'kysely'
import type { Crm } from '#crm/port.ts'
import { inMs } from '../../db/in-ms.ts'
import type { Db } from '../../db/schema.ts'
import type { Delivery } from '../../deliveries/deliveries.queries.ts'
import {
  parkDelivered,
  parkSuperseded,
  queueCrmPushAgain,
  settlePush,
} from '../../deliveries/states.queries.ts'

/** A sale, and the contact and opportunity in the CRM to link it to. */
type LinkToComplete = {
  provider: Crm['provider']
  sessionId: string
  /** The lead to link to this contact. */
  leadId: string | null
  contactId: string
  opportunityId: string
}

/** A push that has written to an opportunity, with its link's count of overwrites when the push began. */
type Written = { delivery: Delivery; opportunityId: string; overwritten: number }

export const SUPERSEDED = 'Another sale of the same lead has taken over its opportunity.'

/** Returns the sale that holds an opportunity of the CRM, or null if no sale does. */
export async function findOwner(db: Db, opportunityId: string): Promise<string | null> {
  const link = await db
    .selectFrom('crm_links')
    .select('session_id')
    .where('opportunity_id', '=', opportunityId)
    .executeTakeFirst()
  return link?.session_id ?? null
}

/** Records, before the call to the CRM, the contact at which the sale is about to get an opportunity. */
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

/** Records that for `forMs` the CRM may not show what it created for a sale, so that no process looks before. */
export async function holdOff(db: Db, sessionId: string, forMs: number): Promise<void> {
  await db
    .updateTable('crm_links')
    .set({ unsettled_until: inMs(Math.ceil(forMs)) })
    .where('session_id', '=', sessionId)
    .where('opportunity_id', 'is', null)
    .execute()
}

/**
 * Links the sale to its opportunity, and its lead to the contact. The next sale and the next pull then find the
 * contact, even if an earlier one was deleted. If another sale of ours held the opportunity, that sale is superseded.
 */
export async function completeLink(db: Db, link: LinkToComplete): Promise<{ tookOver: boolean }> {
  const isFree = await completeFreeLink(db, link)
  return { tookOver: !isFree && (await db.transaction().execute((tx) => takeOver(tx, link))) }
}

/**
 * Handles the usual case in one statement. Returns false and writes nothing if another sale has or shows the
 * opportunity.
 */
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

/** Takes the opportunity over. Returns true if another sale of ours held it. */
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
  update crm_links set provider = ${provider}, contact_id = ${contactId}, opportunity_id = ${opportunityId},
    unsettled_until = null
  where session_id = ${sessionId}`

const setContact = ({ leadId, provider, contactId }: LinkToComplete) => sql`
  update leads set crm_provider = ${provider}, crm_contact_id = ${contactId}
  where id = ${leadId}::uuid and (crm_provider, crm_contact_id) is distinct from (${provider}, ${contactId})
    and not exists (select from leads where crm_provider = ${provider} and crm_contact_id = ${contactId})`

/**
 * Records a successful write to the CRM on the sale, and its push as delivered. Returns `lost` if another sale has
 * taken the opportunity over. This push is then parked, and the new owner is pushed again, because this push may have
 * overwritten its state. Returns `overwritten` if that happened to this sale, which must then be pushed again.
 */
export async function recordWrite(db: Db, written: Written): Promise<'held' | 'lost' | 'overwritten'> {
  const { delivery, opportunityId, overwritten } = written
  const { session_id } = delivery
  // The sale itself does not change, so its revision stays. Locks the sale before its delivery, as writes to the sale
  // do.
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

/** Gives way to the sale that now holds the opportunity. If that is this sale again, its next attempt decides. */
async function giveUp(db: Db, { delivery, opportunityId }: Written): Promise<'lost' | 'overwritten'> {
  return db.transaction().execute(async (transaction) => {
    const holder = await lockLink(transaction, opportunityId)
    if (holder?.session_id === delivery.session_id) return 'overwritten'
    await parkSuperseded(transaction, delivery, SUPERSEDED)
    if (holder) await writeOver(transaction, holder.session_id)
    return 'lost'
  })
}

/** Parks the push if, after a refused write, another sale has the opportunity. Returns true if so. */
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

/** Locks the link, so that no other sale can take the opportunity over. Returns undefined if there is no link. */
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

/** Queues another push of every sale that holds an opportunity at this contact. */
export async function pushOwnersAgain(
  db: Db,
  { provider, contactId }: { provider: Crm['provider']; contactId: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const owners = await transaction
      .selectFrom('crm_links')
      .select('session_id')
      .where('provider', '=', provider)
      .where('contact_id', '=', contactId)
      .where('opportunity_id', 'is not', null)
      .orderBy('session_id')
      .forUpdate()
      .execute()
    for (const { session_id } of owners) await writeOver(transaction, session_id)
  })
}
