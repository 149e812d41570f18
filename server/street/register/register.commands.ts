import type { RegisterPlace } from '#domain/street/do-not-knock.ts'
import type { LiftReason } from '#domain/street/register-terms.ts'
import type { EntryStored, RegisterListed } from '#protocol/register.ts'
import { type By, recordAct } from '../../audit/record-act.queries.ts'
import type { ChangeFeed } from '../../changes/change-feed.ts'
import type { Db } from '../../db/schema.ts'
import { enterAgain } from './enter-visits.commands.ts'
import { type EntryToStore, findEntry, findStored, insertEntries, liftEntries } from './entries.queries.ts'
import { findClosedLeads, findFreeLeads, findLeadsAt, followRegister } from './follow-register.queries.ts'
import { lockRegister } from './register-lock.ts'
import { takeBackVisits } from './take-back-visits.commands.ts'

export type RegisterContext = { db: Db; changeFeed: Pick<ChangeFeed, 'wake'> }

/**
 * Stores entries and closes the leads at their doors, all in one transaction. An id that is already stored changes
 * nothing, except that `undone` lifts it. If the office enters them, `by` is set and the acts are recorded.
 */
export async function addEntries(
  { db, changeFeed }: RegisterContext,
  entries: readonly EntryToStore[],
  { undone = [], by }: { undone?: readonly string[]; by?: By } = {},
): Promise<EntryStored[]> {
  const stored = await db.transaction().execute(async (tx) => {
    await lockRegister(tx)
    const added = await insertEntries(tx, entries)
    for (const { id, scope, reason } of by ? added : [])
      await recordAct(tx, by as By, { verb: 'door-closed', objectId: id, details: { scope, reason } })
    const leadIds = await findLeadsAt(tx, entries)
    if (undone.length > 0) {
      await liftEntries(tx, undone, { by: 'agent', why: 'mistake' })
      await enterAgain(tx, leadIds)
      leadIds.push(...(await findClosedLeads(tx)))
    }
    await followRegister(tx, leadIds)
    return findStored(
      tx,
      entries.map(({ id }) => id),
    )
  })
  changeFeed.wake()
  return stored
}

/**
 * Lifts an entry and reopens the leads that it closed. A repeat keeps the first reason. Returns undefined if there is
 * no such entry.
 */
export async function liftEntry(
  { db, changeFeed }: RegisterContext,
  by: By,
  id: string,
  why: LiftReason,
): Promise<RegisterListed | undefined> {
  const lifted = await db.transaction().execute(async (tx) => {
    await lockRegister(tx)
    const isLifted = (await liftEntries(tx, [id], { by: 'office', why })) > 0
    const entry = await findEntry(tx, id)
    if (entry && isLifted) {
      await freeDoors(tx, entry)
      await recordAct(tx, by, { verb: 'door-opened', objectId: id, details: { why } })
    }
    return entry
  })
  if (lifted) changeFeed.wake()
  return lifted
}

/** After a lift, reopens the leads that no entry covers any more, and takes back the visits that closed their doors. */
async function freeDoors(tx: Db, entry: RegisterPlace): Promise<void> {
  await followRegister(tx, await findClosedLeads(tx))
  await takeBackVisits(tx, await findFreeLeads(tx, await findLeadsAt(tx, [entry])), new Date())
}
