import { streetKey } from '#domain/street/address.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import { OUTCOME_WORDS } from '#domain/street/outcome.ts'
import { reportTrouble } from '../../../../../storage/report-trouble.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { claimsOn } from '../../../../../street/claims-on.ts'
import type { NewVisit, VisitedLead } from '../../../../../street/phone-visits.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { toast } from '../../../../../ui/toast-store.ts'
import { undoOf } from './undo-of.ts'

export type NotedLead = VisitedLead & { postcode: string }

/**
 * Notes a visit at a lead's door and offers to take it back. The visit also renews a claim on the street. Returns
 * whether the phone could store it.
 */
export async function noteVisit(
  lead: NotedLead,
  outcome: Outcome,
  more?: Partial<NewVisit>,
): Promise<boolean> {
  const visits = visitsOn(thisPhone)
  try {
    const id = await visits.note(lead, outcome, more)
    const street = streetKey(lead.street_address, lead.postcode)
    void claimsOn(thisPhone).renew(street).catch(reportTrouble)
    const undo = undoOf(() => visits.undo(id))
    toast(`${OUTCOME_WORDS[outcome]}: Noted at ${lead.street_address}`, 'good', undo)
    return true
  } catch {
    toast('Not saved: This phone’s storage is full', 'bad')
    return false
  }
}
