import { type CustomerLocation, confirmedCustomer, NO_CUSTOMER, type Sale } from './sale.ts'

/**
 * Moves a sale to a place. Typed details belong to the household for which they were typed: another household starts
 * with an empty form, and a household that was entered before gets its own details back. Otherwise one person could
 * sign with another person's ID number.
 */
export function moveTo(sale: Sale, customerLocation: CustomerLocation): Sale {
  const from = householdOf(sale.customerLocation)
  const to = householdOf(customerLocation)
  if (from === to) return { ...sale, customerLocation }
  const { [to]: known, ...others } = sale.otherHouseholds ?? {}
  const left = { customer: sale.customer, confirmed: confirmedCustomer(sale) }
  return {
    ...sale,
    customerLocation,
    ...NOTHING_AGREED,
    customer: known?.customer ?? NO_CUSTOMER,
    confirmed: known?.confirmed ?? null,
    otherHouseholds: isBlank(sale) ? others : { ...others, [from]: left },
  }
}

/** Another household has chosen and signed nothing yet. */
const NOTHING_AGREED = { signature: null, mustSignAgain: false, choices: null } as const

/**
 * Returns the household of a place: its lead and its address, because the agent may check another address with the same
 * lead. Ignores case and punctuation.
 */
function householdOf(place: CustomerLocation | null): string {
  const words = place?.address.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [place?.leadId ?? '', ...words].join(' ')
}

const isBlank = ({ customer }: Sale) => Object.values(customer).every((value) => value === '')
