import { sql } from 'kysely'
import { expect } from 'vitest'
import { entriesOf } from '#domain/street/contact-entries.ts'
import { type Door, foldDoor, leadAfterVisits } from '#domain/street/door.ts'
import type { Visit } from '#domain/street/visit.ts'
import { STREET_PATH, type StreetFeed } from '#protocol/street.ts'
import { sandboxTables } from '#server/crm-sync/push/sales.testing.ts'
import { listVisits } from '#server/street/visits/visits.queries.ts'
import type { OpenPhone } from './open-phone.ts'
import type { startStreetServer } from './street-server.ts'

type StreetServer = Awaited<ReturnType<typeof startStreetServer>>

/** Takes back a visit that was made on this phone, as its toast does. */
export async function undoVisit({ visits, register }: OpenPhone, { id, outcome }: Visit): Promise<void> {
  const isOnRegister = outcome === 'do-not-knock'
  await Promise.all([isOnRegister && register.undo(id), visits.undo(id)])
}

/** Expects every phone to show each door as the server does. */
export async function expectSameDoors(phones: readonly OpenPhone[], { read }: StreetServer): Promise<void> {
  const { doors = [] } = await read<StreetFeed>(STREET_PATH)
  for (const { visits } of phones)
    expect(visits.get().doors).toEqual(new Map(doors.map((door) => [door.lead_id, door])))
}

/** The storm's knowledge of the day: the visits that were made, and those of them that were taken back. */
export type Day = { noted: ReadonlySet<string>; undone: ReadonlySet<string> }

/** Expects the server and the CRM to have each visit once, and visits that were taken back to count nowhere. */
export async function expectVisits(server: StreetServer, { noted, undone }: Day): Promise<void> {
  const db = server.db()
  const { doors = [] } = await server.read<StreetFeed>(STREET_PATH)
  const states = new Map(doors.map((door) => [door.lead_id, door]))
  const leads = await db.selectFrom('leads').selectAll().execute()
  const made: Visit[] = []
  for (const lead of leads) {
    const visits = await listVisits(db, lead.id)
    made.push(...visits)
    const counted = visits.filter(({ id, undoes }) => undoes === null && !undone.has(id))
    const isSold = lead.status === 'closed-won'
    const { callBack: _, spoke: __, ...state } = foldDoor(counted, isSold)
    if (visits.length > 0) expect(states.get(lead.id)).toEqual({ lead_id: lead.id, ...state } satisfies Door)
    if (!isSold)
      expect(lead.status).toBe(leadAfterVisits({ status: 'new', moved: null }, foldDoor(counted)).status)
    const entries = entriesOf(counted, { isSold, street_address: lead.street_address })
    await expectEntries(server, lead.crm_contact_id ?? '', entries)
  }
  const undoing = made.flatMap(({ undoes }) => undoes ?? [])
  expect(undoing.toSorted()).toEqual([...undone].toSorted())
  const stored = made.flatMap(({ id, undoes }) => (undoes === null ? [id] : []))
  expect(stored.toSorted()).toEqual([...noted].toSorted())
}

/** Expects a contact to have these entries. A settled call-back may not have made a task. */
async function expectEntries(
  { db }: StreetServer,
  contactId: string,
  wanted: ReturnType<typeof entriesOf>,
): Promise<void> {
  const held = await sandboxTables(db())
    .selectFrom('contact_entries')
    .select(['kind', 'key', 'is_done'])
    .where('contact_id', '=', contactId)
    .execute()
  const isOpen = (one: { kind: string; is_done: boolean }) => one.kind !== 'task' || !one.is_done
  const named = ({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`
  const all = wanted.map(named)
  const open = wanted.filter((one) => one.kind !== 'task' || !one.isDone).map(named)
  expect(held.filter(isOpen).map(named).toSorted()).toEqual(open.toSorted())
  expect(all).toEqual(expect.arrayContaining(held.map(named)))
}

/** Expects the register to have exactly the entries that were not taken back. */
export async function expectRegister(
  { db }: StreetServer,
  entered: ReadonlySet<string>,
  undone: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from do_not_knock where lifted_at is null`.execute(db())
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...entered].filter((id) => !undone.has(id)).toSorted())
}
