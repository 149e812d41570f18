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

/** What every document says without a company, so that it is never taken for a real one. */
export const EXAMPLE = 'EXAMPLE, no company is set'

/** What a document says in the place of something that the company has not set. */
export const NOT_PROVIDED = 'Not provided by the company'

export const sellerName = (company: Company) => company.name ?? EXAMPLE

export const provided = (value: string | null) => value ?? NOT_PROVIDED

/** Name, address, telephone and email in one line, as the cancellation texts want them. */
export function sellerInFull(company: Company): string {
  const { address, phone, email } = company
  return [sellerName(company), provided(address), phone, email].filter((part) => part !== null).join(', ')
}

/** The settings that the documents ask for and the company has not set, by their names in `Company`. */
export const gapsOf = (company: Company): string[] =>
  Object.entries(company).flatMap(([field, value]) => (value === null ? [field] : []))
