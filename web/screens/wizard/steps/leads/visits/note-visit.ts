import type { Outcome } from '#domain/street/outcome.ts'
import { OUTCOME_WORDS } from '#domain/street/outcome.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import type { NewVisit, VisitedLead } from '../../../../../street/phone-visits.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { toast } from '../../../../../ui/toast-store.ts'

/** Notes a visit at a lead's door, and offers to take it back. Returns whether the phone could store it. */
export async function noteVisit(
  lead: VisitedLead,
  outcome: Outcome,
  more?: Partial<NewVisit>,
): Promise<boolean> {
  const visits = visitsOn(thisPhone)
  try {
    const id = await visits.note(lead, outcome, more)
    const undo = { name: 'Undo', isUndo: true, run: () => void visits.undo(id) }
    toast(`${OUTCOME_WORDS[outcome]}: Noted at ${lead.street_address}`, 'good', undo)
    return true
  } catch {
    toast('Not noted: This phone’s storage is full', 'bad')
    return false
  }
}
