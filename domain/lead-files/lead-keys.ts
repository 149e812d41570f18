import { addressKey } from '../street/address.ts'
import type { KnownLead, LeadTexts } from './fields.ts'

/** The kinds of key by which two rows are for one door, the strongest first (docs/product 21.5). */
const KINDS = ['id', 'CRM contact', 'UPRN', 'address'] as const
export type LeadKey = { kind: (typeof KINDS)[number]; key: string }

type Identified = { id: string } & Pick<LeadTexts, 'crm_contact_id' | 'uprn' | 'street_address' | 'postcode'>

/** Returns the keys of a lead, the strongest first. An address without a postcode is not a key. */
export function keysOf({ id, crm_contact_id, uprn, street_address, postcode }: Identified): LeadKey[] {
  const hasAddress = street_address !== '' && postcode !== ''
  const texts = [id, crm_contact_id, uprn, hasAddress ? addressKey(street_address, postcode) : '']
  return KINDS.flatMap((kind, place) => (texts[place] ? [{ kind, key: `${kind} ${texts[place]}` }] : []))
}

/** Stored leads by their keys. */
export class KnownLeads {
  readonly #byKey = new Map<string, KnownLead[]>()

  constructor(leads: Iterable<KnownLead>) {
    for (const lead of leads)
      for (const { key } of keysOf(lead)) this.#byKey.set(key, [...this.#find(key), lead])
  }

  /** Returns the leads that have this key. */
  find({ key }: LeadKey): readonly KnownLead[] {
    return this.#find(key)
  }

  #find(key: string): readonly KnownLead[] {
    return this.#byKey.get(key) ?? []
  }
}
