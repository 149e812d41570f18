import { sql } from 'kysely'
import type { Lead } from '#domain/lead/lead.ts'
import type { Door, LeadBefore, LeadMove } from '#domain/street/door.ts'
import type { VisitStored } from '#protocol/visits.ts'
import type { Db } from '../../db/schema.ts'
import type { GivenVisit } from './visit-calls.ts'

const STORED = [
  'id',
  'lead_id',
  'outcome',
  'occurred_at',
  'received_at',
  'note',
  'call_back_on',
  'call_back_at',
  'phone',
  'undoes',
] as const

/** Returns the visits among these ids that are stored. */
export const findVisits = (db: Db, ids: readonly string[]): Promise<VisitStored[]> =>
  db.selectFrom('visits').select(STORED).where('id', 'in', ids).execute()

/** Returns all visits of a lead, latest first, by the clocks of their phones. */
export const listVisits = (db: Db, leadId: string): Promise<VisitStored[]> =>
  db
    .selectFrom('visits')
    .select(STORED)
    .where('lead_id', '=', leadId)
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** A locked lead. No other transaction can add visits to it until this one ends. */
export type LockedLead = Pick<Lead, 'id' | 'area'> & Required<LeadBefore>

/** Locks a lead. Returns undefined if it does not exist. */
export async function lockLead(transaction: Db, id: string): Promise<LockedLead | undefined> {
  const lead = await transaction
    .selectFrom('leads')
    .select(['id', 'status', 'area'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!lead) return undefined
  const door = await transaction
    .selectFrom('doors')
    .select(['lead_from', 'lead_to'])
    .where('lead_id', '=', id)
    .executeTakeFirst()
  const moved = door?.lead_from && door.lead_to ? { from: door.lead_from, to: door.lead_to } : null
  const before = lead.status === 'closed-lost' ? await findStatusBefore(transaction, id) : undefined
  return { ...lead, status: before ?? lead.status, moved, isClosedByRegister: before !== undefined }
}

async function findStatusBefore(transaction: Db, id: string): Promise<Lead['status'] | undefined> {
  const closed = transaction
    .selectFrom('do_not_knock_leads')
    .select('status_before')
    .where('lead_id', '=', id)
  return (await closed.executeTakeFirst())?.status_before
}

export async function addVisits(transaction: Db, visits: readonly GivenVisit[], area: string): Promise<void> {
  await transaction
    .insertInto('visits')
    .values(visits.map((visit) => ({ ...visit, area })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Writes the folded state of a door. If it is equal, nothing is written. */
export async function writeDoor(
  transaction: Db,
  door: Door & { area: string },
  moved: LeadMove,
): Promise<void> {
  const values = { ...door, lead_from: moved?.from ?? null, lead_to: moved?.to ?? null }
  const { lead_id, ...changes } = values
  await transaction
    .insertInto('doors')
    .values(values)
    .onConflict((conflict) => conflict.column('lead_id').doUpdateSet({ ...changes, updated_at: sql`now()` }))
    .execute()
}

/**
 * Sets the status of a locked lead, or, while the register closes it, the status that it gets when the register frees
 * it.
 */
export async function setLeadStatus(
  transaction: Db,
  { id, isClosedByRegister }: LockedLead,
  status: Lead['status'],
): Promise<void> {
  if (isClosedByRegister) {
    const change = transaction.updateTable('do_not_knock_leads').set({ status_before: status })
    await change.where('lead_id', '=', id).execute()
  } else await transaction.updateTable('leads').set({ status }).where('id', '=', id).execute()
}
