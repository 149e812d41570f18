/**
 * The company that sells, the provider it sells for and what both say about the service, as the settings name them.
 * Null: not set, which the documents say instead of inventing a text.
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
  /** Whether the customer borrows the equipment or buys it. Goods bought change the cancellation period. */
  equipment: 'loan' | 'sold'
}

/** What Doorstep starts with. */
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
