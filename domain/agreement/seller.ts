import type { Company } from './company.ts'

/** What every document says if no company is set, so that it is never mistaken for a real one. */
export const EXAMPLE = 'EXAMPLE, no company is set'

/** What a document says instead of something that the company has not set. */
export const NOT_PROVIDED = 'Not provided by the company'

export const sellerName = (company: Company) => company.name ?? EXAMPLE

export const provided = (value: string | null) => value ?? NOT_PROVIDED

/** Returns name, address, telephone and email as one text, as the cancellation texts require. */
export function sellerInFull(company: Company): string {
  const { address, phone, email } = company
  return [sellerName(company), provided(address), phone, email].filter((part) => part !== null).join(', ')
}

/** Returns the settings that the documents need and the company has not set, by their names in `Company`. */
export const gapsOf = (company: Company): string[] =>
  Object.entries(company).flatMap(([field, value]) => (value === null ? [field] : []))
