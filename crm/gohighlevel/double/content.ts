import { addContact } from './contacts.ts'
import { type DoubleEvent, eventOf } from './events.ts'
import { addOpportunity } from './opportunities.ts'
import type { DoubleOpportunity, DoubleState } from './state.ts'

/** Gives tests access to everything that a double stores, to read it and to change it as users of the CRM do. */
export const contentOf = (state: DoubleState) => ({
  state,
  contacts: () => [...state.contacts.values()],
  opportunities: () => [...state.opportunities.values()],
  notes: (contactId: string) => [...state.notes.values()].filter((one) => one.contactId === contactId),
  tasks: (contactId: string) => [...state.tasks.values()].filter((one) => one.contactId === contactId),
  addContacts: (count: number) => state.addContacts(count),
  addContact: (contact: Parameters<typeof addContact>[1]) => addContact(state, contact),
  addOpportunity: (opportunity: Parameters<typeof addOpportunity>[1]) => addOpportunity(state, opportunity),
  /** Changes an opportunity as a user of the CRM would. */
  changeOpportunity(id: string, change: Partial<DoubleOpportunity>) {
    const opportunity = state.opportunities.get(id)
    if (opportunity) Object.assign(opportunity, change, { updatedAt: state.tick() })
  },
  event: (type: DoubleEvent, id: string) => eventOf(state, type, id),
})
