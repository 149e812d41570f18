import { type Answer, ok, refusal, unknownId } from './answers.ts'
import type { DoubleContact } from './sample-contacts.ts'
import { type DoubleState, LOCATION_ID } from './state.ts'

type Filter = { field: string; operator: string; value: string | { gte?: string; lte?: string } }
type Search = { pageLimit: number; filters?: Filter[]; searchAfter?: [number, string] }
type ContactInput = Partial<Pick<DoubleContact, 'firstName' | 'lastName' | 'email' | 'phone'>> &
  Partial<Pick<DoubleContact, 'address1' | 'city' | 'postalCode' | 'source' | 'tags'>> & {
    name?: string
    customFields?: { id: string; field_value: string }[]
  }

/** `POST /contacts/search`: oldest change first, with a cursor on each contact. */
export function searchContacts(state: DoubleState, search: Search): Answer {
  const found = [...state.contacts.values()]
    .filter((contact) => (search.filters ?? []).every((filter) => passes(contact, filter)))
    .sort((one, other) => one.dateUpdated - other.dateUpdated || (one.id < other.id ? -1 : 1))
  const from = search.searchAfter ? found.findIndex((contact) => isAfter(contact, search.searchAfter)) : 0
  const page = from < 0 ? [] : found.slice(from, from + search.pageLimit)
  return ok({ contacts: page.map((contact) => contactInSearch(state, contact)), total: found.length })
}

function passes(contact: DoubleContact, { field, operator, value }: Filter): boolean {
  if (typeof value === 'object') {
    const moment = field === 'dateAdded' ? contact.dateAdded : contact.dateUpdated
    return moment >= Date.parse(value.gte ?? '1970-01-01') && moment <= Date.parse(value.lte ?? '9999-12-31')
  }
  const held = field === 'tags' ? contact.tags : [contact[field as 'email']]
  const has = held.some((text) => text?.toLowerCase() === value.toLowerCase())
  return operator.startsWith('not_') ? !has : has
}

function isAfter({ dateUpdated, id }: DoubleContact, [moment, afterId]: [number, string] = [0, '']): boolean {
  return dateUpdated > moment || (dateUpdated === moment && id > afterId)
}

/** Returns a contact as the search does: with names in lower case only, and the address as `address`. */
function contactInSearch(state: DoubleState, contact: DoubleContact) {
  const { firstName, lastName, address1, fields, dateAdded, dateUpdated, ...same } = contact
  return {
    ...same,
    locationId: LOCATION_ID,
    firstNameLowerCase: firstName?.toLowerCase() ?? null,
    lastNameLowerCase: lastName?.toLowerCase() ?? null,
    address: address1,
    customFields: customFieldsOf(state, contact),
    dateAdded: new Date(dateAdded).toISOString(),
    dateUpdated: new Date(dateUpdated).toISOString(),
    searchAfter: [dateUpdated, contact.id],
  }
}

/** `GET /contacts/{id}`. */
export function getContact(state: DoubleState, id: string): Answer {
  const contact = state.contacts.get(id)
  return contact ? ok({ contact: contactAlone(state, contact) }) : unknownId(state.goneIds, 'contact')
}

/** Returns a contact as all other calls do. */
export function contactAlone(state: DoubleState, contact: DoubleContact) {
  const { fields, dateAdded, dateUpdated, ...same } = contact
  return {
    ...same,
    locationId: LOCATION_ID,
    customFields: customFieldsOf(state, contact),
    dateAdded: new Date(dateAdded).toISOString(),
    dateUpdated: new Date(dateUpdated).toISOString(),
  }
}

const customFieldsOf = (state: DoubleState, { fields }: DoubleContact) =>
  state.customFields.contact.flatMap(({ id, fieldKey }) =>
    fields[fieldKey] === undefined ? [] : [{ id, value: fields[fieldKey] }],
  )

/** `GET /contacts/search/duplicate`. */
export function findDuplicate(state: DoubleState, query: { email?: string; number?: string }): Answer {
  const contact = matching(state, 'email', query.email) ?? matching(state, 'phone', query.number)
  return ok({ contact: contact ? contactAlone(state, contact) : null })
}

/** `POST /contacts/upsert`. If two contacts match, it updates the one with the email, without the phone. */
export function upsertContact(state: DoubleState, input: ContactInput): Answer {
  const byEmail = matching(state, 'email', input.email)
  const byPhone = matching(state, 'phone', input.phone)
  const contact = byEmail ?? byPhone
  if (!contact) return ok({ new: true, contact: contactAlone(state, addContact(state, input)) }, 201)
  const { phone, ...withoutPhone } = input
  write(state, contact, byPhone && byPhone !== contact ? withoutPhone : input)
  return ok({ new: false, contact: contactAlone(state, contact) })
}

/** `PUT /contacts/{id}`. */
export function updateContact(state: DoubleState, id: string, input: ContactInput): Answer {
  const contact = state.contacts.get(id)
  if (!contact) return unknownId(state.goneIds, 'contact')
  for (const key of ['email', 'phone'] as const) {
    const other = matching(state, key, input[key])
    if (other && other !== contact)
      return refusal(400, 'This location does not allow duplicated contacts.', {
        meta: { contactId: other.id, matchingField: key },
      })
  }
  write(state, contact, input)
  return ok({ succeded: true, contact: contactAlone(state, contact) })
}

const matching = (state: DoubleState, key: 'email' | 'phone', value: string | null | undefined) =>
  value
    ? [...state.contacts.values()].find((contact) => contact[key]?.toLowerCase() === value.toLowerCase())
    : undefined

/** Adds a contact as a user of the CRM would. */
export function addContact(state: DoubleState, input: ContactInput): DoubleContact {
  const moment = state.tick()
  const contact: DoubleContact = {
    id: `contact-added-${state.contacts.size + 1}`,
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
    address1: null,
    city: null,
    postalCode: null,
    source: null,
    tags: [],
    fields: {},
    dateAdded: moment,
    dateUpdated: moment,
  }
  state.contacts.set(contact.id, contact)
  write(state, contact, input)
  return contact
}

/** Writes the given values. Tags replace those of the contact, as in GoHighLevel. */
function write(state: DoubleState, contact: DoubleContact, input: ContactInput): void {
  const { customFields = [], name, ...given } = input
  const [firstName = '', ...rest] = (name ?? '').split(' ')
  Object.assign(contact, name ? { firstName, lastName: rest.join(' ') } : {}, pickKnown(given))
  for (const { id, field_value } of customFields) {
    const known = state.customFields.contact.find((field) => field.id === id)
    if (known) contact.fields[known.fieldKey] = field_value
  }
  contact.dateUpdated = state.tick()
}

const KNOWN = ['firstName', 'lastName', 'email', 'phone', 'address1', 'city', 'postalCode', 'source', 'tags']

const pickKnown = (given: object) =>
  Object.fromEntries(Object.entries(given).filter(([key]) => KNOWN.includes(key)))
