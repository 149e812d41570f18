import { sql } from 'kysely'
import type { LeadStatus } from '#domain/lead/lead.ts'
import { type RegisterDoor, type RegisterPlace, squeezedPostcode } from '#domain/street/do-not-knock.ts'
import type { Db } from '../../db/schema.ts'
import { findEntriesFor, squeezedInSql } from './find-entries.queries.ts'

type LeadDoor = RegisterDoor & { id: string; status: LeadStatus; isClosedByUs: boolean }

/**
 * Closes those of the leads that are on the register, and reopens those that it closed but that are no longer on it. A
 * won lead stays won (docs/product 16.2). Hold `lockRegister`. Returns whether a lead changed.
 */
export async function followRegister(tx: Db, leadIds: readonly string[]): Promise<boolean> {
  const doors = await findDoors(tx, leadIds)
  const entries = await findEntriesFor(tx, doors)
  const isListed = new Set(doors.filter((_door, index) => entries[index] !== undefined))
  const toClose = doors.filter((door) => isListed.has(door) && isOpen(door))
  const toReopen = doors.filter((door) => door.isClosedByUs && !isListed.has(door))
  if (toClose.length > 0) await closeLeads(tx, idsOf(toClose))
  if (toReopen.length > 0) await reopenLeads(tx, idsOf(toReopen))
  return toClose.length + toReopen.length > 0
}

const isOpen = ({ status }: LeadDoor) => status !== 'closed-won' && status !== 'closed-lost'
const idsOf = (doors: readonly LeadDoor[]) => doors.map(({ id }) => id)

async function findDoors(tx: Db, leadIds: readonly string[]): Promise<LeadDoor[]> {
  const { rows } = await sql<LeadDoor>`
    select lead.id, lead.status, lead.street_address, lead.postcode, place.uprn::text as uprn,
      closed.lead_id is not null as "isClosedByUs"
    from leads as lead
    left join lead_places as place on place.lead_id = lead.id
    left join do_not_knock_leads as closed on closed.lead_id = lead.id
    where lead.id = any(${leadIds}::uuid[])`.execute(tx)
  return rows
}

async function closeLeads(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    with closed as (
      update leads as now_lost set status = 'closed-lost' from leads as before
      where now_lost.id = before.id and now_lost.id = any(${ids}::uuid[])
        and now_lost.status not in ('closed-won', 'closed-lost')
      returning now_lost.id, before.status
    )
    insert into do_not_knock_leads (lead_id, status_before) select id, status from closed
    on conflict (lead_id) do update set status_before = excluded.status_before`.execute(tx)
}

async function reopenLeads(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`
    with closed as (
      delete from do_not_knock_leads where lead_id = any(${ids}::uuid[]) returning lead_id, status_before
    )
    update leads set status = status_before from closed
    where leads.id = lead_id and leads.status = 'closed-lost'`.execute(tx)
}

/** Finds the leads that one of these places may cover. `followRegister` decides. */
export async function findLeadsAt(tx: Db, places: readonly RegisterPlace[]): Promise<string[]> {
  const uprns = places.flatMap(({ uprn }) => (uprn ? [uprn] : []))
  const { rows } = await sql<{ id: string }>`
    select id from leads
    where ${squeezedInSql('postcode')} like any(${places.flatMap(postcodePatterns)}::text[])
      or id in (select lead_id from lead_places where uprn = any(${uprns}::bigint[]))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the patterns for the postcode of a lead. A sector has two more letters. */
function postcodePatterns({ address_key, street_key, postcodes }: RegisterPlace): string[] {
  const headOf = (key: string) => squeezedPostcode(key.split('|')[0] ?? '').replace(/[\\%_]/g, '\\$&')
  return [
    ...(address_key ? [headOf(address_key)] : []),
    ...(street_key ? [`${headOf(street_key)}__`] : []),
    ...(postcodes?.split(' ') ?? []),
  ]
}

/** Finds every lead that the register has closed. */
export async function findClosedLeads(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ lead_id: string }>`select lead_id from do_not_knock_leads`.execute(tx)
  return rows.map(({ lead_id }) => lead_id)
}

/** Returns those of the leads whose doors no entry covers. */
export async function findFreeLeads(tx: Db, leadIds: readonly string[]): Promise<string[]> {
  const doors = await findDoors(tx, leadIds)
  const entries = await findEntriesFor(tx, doors)
  return idsOf(doors.filter((_door, index) => entries[index] === undefined))
}
