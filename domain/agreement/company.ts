/**
 * The company that sells, its provider, and what both say about the service, from the settings. Null if not set: the
 * documents then say so instead of inventing a text.
 */
export type Company = {
  name: string | null
  address: string | null
  email: string | null
  phone: string | null
  /** Its number in the register of companies. */
  number: string | null
  provider_name: string | null
  provider_address: string | null
  complaints_url: string | null
  adr_scheme: string | null
  network_technology: string | null
  /** Whether the customer borrows the equipment or buys it. Buying it changes the cancellation period. */
  equipment: 'loan' | 'sold'
}

/** The company before anything is set. */
export const NO_COMPANY: Company = {
  name: null,
  address: null,
  email: null,
  phone: null,
  number: null,
  provider_name: null,
  provider_address: null,
  complaints_url: null,
  adr_scheme: null,
  network_technology: null,
  equipment: 'loan',
}
