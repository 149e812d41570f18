import { sql } from 'kysely'
import {
  canBeEntered,
  findOnRegister,
  placeOfDoor,
  type RegisterDoor,
  registerOf,
} from '#domain/street/do-not-knock.ts'
import { effectiveVisits, type Visit } from '#domain/street/visit.ts'
import type { Db } from '../../db/schema.ts'
import type { GivenVisit } from '../visits/visit-calls.ts'
import { listVisits } from '../visits/visits.queries.ts'
import { insertEntries, liftEntries } from './entries.queries.ts'
import { findEntriesById, findEntriesFor } from './find-entries.queries.ts'
import { findLeadsAt, followRegister } from './follow-register.queries.ts'

/** Returns true if a visit may change the register. If so, hold `lockRegister` before locking any lead. */
export const touchesRegister = ({ outcome, undoes }: Pick<GivenVisit, 'outcome' | 'undoes'>): boolean =>
  outcome === 'do-not-knock' || undoes !== null

/**
 * Makes the register follow visits that are about to be stored at the door of a lead. Lifts the entries of the visits
 * that they take back, then enters the door if a visit with the outcome `do-not-knock` still counts there (docs/product
 * 16.8).
 */
export async function enterVisits(tx: Db, leadId: string, visits: readonly GivenVisit[]): Promise<void> {
  if (!visits.some(touchesRegister)) return
  const door = await findDoor(tx, leadId)
  if (!door) return
  const known = await listVisits(tx, leadId)
  const takenBack = visits.flatMap(({ undoes }) => undoes ?? [])
  const lifted = await liftEntries(tx, await ofThisDoor(tx, takenBack, door, known), {
    by: 'agent',
    why: 'mistake',
  })
  const all = [...known, ...visits.map((visit) => ({ ...visit, received_at: null }))]
  const entered = await enterDoor(tx, door, all)
  if (lifted > 0 || entered.length > 0) await followRegister(tx, [leadId, ...entered])
}

/**
 * Enters the doors among these leads at which a visit with the outcome `do-not-knock` still counts, after an entry that
 * covered them was lifted. `followRegister` must come next.
 */
export async function enterAgain(tx: Db, leadIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select lead_id as id from doors where state = 'do-not-knock' and lead_id = any(${leadIds}::uuid[])`.execute(
    tx,
  )
  for (const { id } of rows) {
    const door = await findDoor(tx, id)
    if (door) await enterDoor(tx, door, await listVisits(tx, id))
  }
}

async function findDoor(tx: Db, leadId: string): Promise<RegisterDoor | undefined> {
  const { rows } = await sql<RegisterDoor>`
    select street_address, postcode, uprn::text as uprn
    from leads left join lead_places on lead_id = id where id = ${leadId}::uuid`.execute(tx)
  return rows[0]
}

/** Returns the ids that belong to this door: by their visit or, if only their entry has arrived, by its place. */
async function ofThisDoor(
  tx: Db,
  ids: readonly string[],
  door: RegisterDoor,
  visits: readonly Pick<Visit, 'id'>[],
): Promise<string[]> {
  const isVisit = new Set(visits.map(({ id }) => id))
  const entries = await findEntriesById(tx, ids)
  return entries
    .filter((entry) => isVisit.has(entry.id) || findOnRegister(door, registerOf([entry])) !== undefined)
    .map(({ id }) => id)
}

/**
 * Enters a door unless an entry covers it, because a phone enters the door before the visit. The entry has the id of
 * its visit. A visit whose entry was lifted makes no other. Returns the leads at that door.
 */
async function enterDoor(tx: Db, door: RegisterDoor, visits: readonly Visit[]): Promise<string[]> {
  const knocks = effectiveVisits(visits).filter(({ outcome }) => outcome === 'do-not-knock')
  const [covering] = await findEntriesFor(tx, [door])
  if (knocks.length === 0 || covering) return []
  if (!canBeEntered(door)) return []
  const place = placeOfDoor(door)
  const source = { reason: 'asked', source: 'door' } as const
  for (const { id, occurred_at: at, phone } of knocks) {
    const added = await insertEntries(tx, [{ id, scope: 'household', ...place, ...source, at, phone }])
    if (added.length > 0) return findLeadsAt(tx, [place])
  }
  return []
}
