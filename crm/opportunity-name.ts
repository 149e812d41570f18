import type { CrmSale } from './port.ts'

/**
 * Returns the name of a sale's opportunity: the customer or place, and the package. If the customer has cancelled, it
 * says so, because every list in a CRM shows the name. Empty if none of this is known.
 */
export function opportunityName({ customerName, location, servicePackageName, cancelled }: CrmSale): string {
  const name = [customerName ?? location, servicePackageName].filter(Boolean).join(' - ')
  return cancelled ? `${name} (cancelled by the customer)`.trim() : name
}
