import type { Customer, SaleLead } from './sale.ts'

/**
 * Returns a lead's contact as form entries. The first word is the first name, the rest the last name (docs/product
 * 4.8).
 */
export function contactDetails(lead: SaleLead): Partial<Customer> {
  const [firstName = '', ...rest] = (lead.contact_name ?? '').trim().split(/\s+/)
  return {
    firstName,
    lastName: rest.join(' '),
    email: lead.contact_email?.trim() ?? '',
    phone: lead.contact_phone?.trim() ?? '',
  }
}

/** Fills blank fields from the lead and keeps every entry. Returns the same object if there is nothing to fill. */
export function prefill(customer: Customer, lead: SaleLead | null): Customer {
  if (!lead) return customer
  const blanks = Object.entries(contactDetails(lead)).filter(
    ([field, value]) => value !== '' && customer[field as keyof Customer].trim() === '',
  )
  return blanks.length === 0 ? customer : { ...customer, ...Object.fromEntries(blanks) }
}
