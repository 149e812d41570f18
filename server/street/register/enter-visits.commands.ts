import { sql } from 'kysely'
import { placeOfDoor, type RegisterDoor } from '#domain/street/do-not-knock.ts'
import type { Visit } from '#domain/street/visit.ts'
import type { Db } from '../../db/schema.ts'
import { insertEntries, liftEntries } from './entries.queries.ts'
import { findEntriesFor } from './find-entries.queries.ts'
import { findLeadsAt, followRegister } from './follow-register.queries.ts'

type Given = Pick<Visit, 'id' | 'outcome' | 'occurred_at' | 'phone' | 'undoes'>

/** Returns true if a visit may change the register. If so, hold `lockRegister` before locking any lead. */
export const touchesRegister = ({ outcome, undoes }: Given): boolean =>
  outcome === 'do-not-knock' || undoes !== null

/**
 * Enters the door of visits with the outcome `do-not-knock`, unless it has an entry, because a phone enters the door
 * before the visit. An entry made here has the id of its visit, and is lifted if the visit is taken back. What takes a
 * visit back may have arrived before it (docs/product 16.8).
 */
export async function enterVisits(tx: Db, leadId: string, visits: readonly Given[]): Promise<void> {
  const undone = visits.flatMap(({ undoes }) => undoes ?? [])
  const knocks = visits.filter(({ outcome, undoes }) => outcome === 'do-not-knock' && undoes === null)
  const takenBack = [...undone, ...(knocks.length > 0 ? await listTakenBack(tx, leadId) : [])]
  const asked = knocks.find(({ id }) => !takenBack.includes(id))
  const lifted = await liftEntries(tx, undone, { by: 'agent', why: 'mistake' })
  const entered = asked ? await enterDoor(tx, leadId, asked) : []
  if (lifted > 0 || entered.length > 0) await followRegister(tx, [leadId, ...entered])
}

/** Returns the visits at a door that were taken back, whether they have arrived or not. */
async function listTakenBack(tx: Db, leadId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select undoes as id from visits where lead_id = ${leadId}::uuid and undoes is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Enters the door of a lead. Returns the leads at that door. */
async function enterDoor(tx: Db, leadId: string, { id, occurred_at, phone }: Given): Promise<string[]> {
  const { rows } = await sql<RegisterDoor>`
    select street_address, postcode, uprn::text as uprn
    from leads left join lead_places on lead_id = id where id = ${leadId}::uuid`.execute(tx)
  const [door] = rows
  const [known] = door ? await findEntriesFor(tx, [door]) : []
  if (!door || known) return []
  const place = placeOfDoor(door)
  // If nothing can be read in an address, its entry would cover every other address like it.
  if (place.uprn === null && !place.address_key?.includes('|')) return []
  const entry = {
    id,
    scope: 'household',
    ...place,
    reason: 'asked',
    source: 'door',
    at: occurred_at,
    phone,
  } as const
  await insertEntries(tx, [entry])
  return findLeadsAt(tx, [place])
}
