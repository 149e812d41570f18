import type { CustomerEntered, CustomerField, SaleCustomer } from './back-office.ts'

/**
 * Returns the fields to change, trimmed as on a phone, and the fields that the correction would blank. A filled field
 * must stay filled; an empty one may stay empty (docs/product 4.14).
 */
export function readCustomer(
  stored: SaleCustomer,
  entered: CustomerEntered,
): { changes: CustomerEntered; blanked: CustomerField[] } {
  const texts = CUSTOMER_FIELDS.map((field) => ({ field, text: entered[field]?.trim() }))
  const changes = texts.filter(({ field, text }) => text && text !== stored[field])
  const blanked = texts.filter(({ field, text }) => text === '' && stored[field]?.trim())
  return {
    changes: Object.fromEntries(changes.map(({ field, text }) => [field, text])),
    blanked: blanked.map(({ field }) => field),
  }
}

const CUSTOMER_FIELDS = ['customer_name', 'customer_email', 'customer_phone'] as const
