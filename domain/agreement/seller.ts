import type { Company } from './company.ts'

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
