import type { CrmSale } from './port.ts'

/**
 * The name of a sale's opportunity: customer or place, package, and that the customer has cancelled, which a person sees in
 * every list of a CRM. Empty if nothing of it is known.
 */
export function opportunityName({ customerName, location, servicePackageName, cancelled }: CrmSale): string {
  const name = [customerName ?? location, servicePackageName].filter(Boolean).join(' - ')
  return cancelled ? `${name} (cancelled by the customer)`.trim() : name
}
