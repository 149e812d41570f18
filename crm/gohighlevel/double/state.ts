import { createDoubleContact, type DoubleContact } from './sample-contacts.ts'

export type DoubleStatus = 'open' | 'won' | 'lost' | 'abandoned'

export type DoubleOpportunity = {
  id: string
  contactId: string
  pipelineId: string
  pipelineStageId: string
  name: string
  status: DoubleStatus
  monetaryValue: number
  /** Values by the key of the custom field, such as `opportunity.session_id`. */
  fields: Record<string, string>
  createdAt: number
  updatedAt: number
}

export type DoubleNote = { id: string; contactId: string; body: string; dateAdded: string }
export type DoubleTask = {
  id: string
  contactId: string
  title: string
  body?: string
  dueDate: string
  completed: boolean
}

export type CustomField = { id: string; fieldKey: string; name: string; dataType: string }

/** When a location refuses another opportunity for a contact: if one is open or won, if there is any, or never. */
export type DuplicateRule = 'living' | 'any' | 'allowed'

export const LOCATION_ID = 'location-double'
export const PIPELINE_ID = 'pipeline-double'
export const STAGES = {
  open: 'stage-contacted',
  qualified: 'stage-qualified',
  won: 'stage-won',
  lost: 'stage-lost',
}

const field = (model: string, key: string, dataType: string): CustomField => ({
  id: `field-${model}-${key}`,
  fieldKey: `${model}.${key}`,
  name: key.replaceAll('_', ' '),
  dataType,
})

/** Everything in a location. */
export type DoubleState = {
  contacts: Map<string, DoubleContact>
  opportunities: Map<string, DoubleOpportunity>
  notes: Map<string, DoubleNote>
  tasks: Map<string, DoubleTask>
  customFields: Record<'contact' | 'opportunity', CustomField[]>
  duplicates: DuplicateRule
  /** How it refuses the id of a deleted record. The documentation does not say which of the two GoHighLevel does. */
  goneIds: 'not found' | 'invalid'
  /** Whether it returns its settings. The documentation does not say whether GoHighLevel does. */
  tellsSettings: boolean
  /** The scopes that the token lacks. */
  missingScopes: Set<string>
  /** Returns a later time at each call, in milliseconds, so that changes are ordered. */
  tick(): number
  addContacts(count: number): void
  livingOf(contactId: string, pipelineId: string): DoubleOpportunity[]
}

/** Returns a location with this many leads, a pipeline and custom fields. */
export function createDoubleState(contactCount: number, duplicates: DuplicateRule): DoubleState {
  const state: DoubleState = {
    contacts: new Map(),
    opportunities: new Map(),
    notes: new Map(),
    tasks: new Map(),
    customFields: {
      contact: [
        field('contact', 'household_size', 'NUMERICAL'),
        field('contact', 'voucher_value', 'MONETORY'),
        field('contact', 'priority', 'SINGLE_OPTIONS'),
        field('contact', 'area', 'TEXT'),
      ],
      opportunity: [
        field('opportunity', 'session_id', 'TEXT'),
        field('opportunity', 'service_package_name', 'TEXT'),
        field('opportunity', 'voucher_amount', 'MONETORY'),
        field('opportunity', 'contract_signed', 'TEXT'),
      ],
    },
    duplicates,
    goneIds: 'not found',
    tellsSettings: true,
    missingScopes: new Set(),
    tick: createClock(),
    addContacts(count) {
      for (let added = 0; added < count; added++) {
        const contact = createDoubleContact(state.contacts.size + 1)
        state.contacts.set(contact.id, contact)
      }
    },
    livingOf: (contactId, pipelineId) =>
      [...state.opportunities.values()].filter(
        (opportunity) =>
          opportunity.contactId === contactId &&
          opportunity.pipelineId === pipelineId &&
          (state.duplicates === 'any' || opportunity.status === 'open' || opportunity.status === 'won'),
      ),
  }
  state.addContacts(contactCount)
  return state
}

function createClock() {
  let last = 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return last
  }
}
