import { contactAlone } from './contacts.ts'
import { type DoubleState, LOCATION_ID } from './state.ts'

type OpportunityEvent =
  | 'OpportunityCreate'
  | 'OpportunityUpdate'
  | 'OpportunityStatusUpdate'
  | 'OpportunityStageUpdate'
  | 'OpportunityMonetaryValueUpdate'
  | 'OpportunityDelete'
type ContactEvent = 'ContactCreate' | 'ContactUpdate' | 'ContactDelete' | 'ContactTagUpdate'
export type DoubleEvent = OpportunityEvent | ContactEvent

/** Returns the flat body that GoHighLevel posts to a webhook if this opportunity or contact changes. */
export function eventOf(state: DoubleState, type: DoubleEvent, id: string): Record<string, unknown> {
  state.tick()
  const sent = {
    type,
    locationId: LOCATION_ID,
    timestamp: new Date().toISOString(),
    webhookId: crypto.randomUUID(),
  }
  return type.startsWith('Contact')
    ? { ...contactBody(state, id), ...sent }
    : { ...opportunityBody(state, id), ...sent }
}

function opportunityBody(state: DoubleState, id: string) {
  const opportunity = state.opportunities.get(id)
  if (!opportunity) return { id }
  const { contactId, pipelineId, pipelineStageId, name, status, monetaryValue, createdAt } = opportunity
  const dateAdded = new Date(createdAt).toISOString()
  return { id, contactId, pipelineId, pipelineStageId, name, status, monetaryValue, dateAdded }
}

function contactBody(state: DoubleState, id: string) {
  const contact = state.contacts.get(id)
  if (!contact) return { id }
  const { dateUpdated, ...body } = contactAlone(state, contact)
  return body
}
