import { success } from '#domain/kernel/result.ts'
import { foldDoor, leadAfterVisits } from '#domain/street/door.ts'
import type { VisitStored } from '#protocol/visits.ts'
import type { Db } from '../../db/schema.ts'
import { type Answer, failWith } from '../../http/problem.ts'
import { allOrNothing } from '../../sales/all-or-nothing.ts'
import { enterVisits, touchesRegister } from '../register/enter-visits.commands.ts'
import { lockRegister } from '../register/register-lock.ts'
import type { GivenVisit } from './visit-calls.ts'
import { addVisits, findVisits, listVisits, lockLead, setLeadStatus, writeDoor } from './visits.queries.ts'

/**
 * Stores visits, folds their doors and moves their leads, all or none in one transaction. Returns what is stored for
 * each visit. A visit that is already stored changes nothing.
 */
export function storeVisits(db: Db, given: readonly GivenVisit[]): Promise<Answer<VisitStored[]>> {
  return allOrNothing(db, async (transaction) => {
    // Always in the same order, so that two phones that send at once do not deadlock.
    const leadIds = [...new Set(given.map(({ lead_id }) => lead_id))].toSorted()
    if (given.some(touchesRegister)) {
      await lockRegister(transaction)
      // Otherwise a visit that another call is storing at this moment would be entered here as well.
      for (const leadId of leadIds) await lockLead(transaction, leadId)
    }
    const known = await findVisits(transaction, given.map(idOf))
    const knownIds = new Set(known.map(idOf))
    const fresh = Map.groupBy(
      given.filter(({ id }) => !knownIds.has(id)),
      ({ lead_id }) => lead_id,
    )
    for (const leadId of leadIds) {
      const visits = fresh.get(leadId)
      if (visits && !(await storeAtDoor(transaction, leadId, visits))) return failWith('23503', 'lead_id')
    }
    const stored = new Map((await findVisits(transaction, given.map(idOf))).map((visit) => [visit.id, visit]))
    return success(given.flatMap(({ id }) => stored.get(id) ?? []))
  })
}

const idOf = ({ id }: { id: string }) => id

/**
 * Stores visits at one door within a transaction. Hold `lockRegister` if one of them touches the register. Returns
 * false if there is no such lead.
 */
export async function storeAtDoor(
  transaction: Db,
  leadId: string,
  given: readonly GivenVisit[],
): Promise<boolean> {
  // First, so that the register and not the visit moves the lead, and can move it back.
  await enterVisits(transaction, leadId, given)
  const lead = await lockLead(transaction, leadId)
  if (!lead) return false
  const area = lead.area ?? ''
  await addVisits(transaction, given, area)
  const folded = foldDoor(await listVisits(transaction, leadId))
  const { callBack, spoke, ...door } = folded
  const { status, moved } = leadAfterVisits(lead, folded)
  await writeDoor(transaction, { lead_id: leadId, area, ...door }, moved)
  if (status !== lead.status) await setLeadStatus(transaction, lead, status)
  return true
}
