import type { DeliveryTarget } from '#protocol/back-office.ts'

/** Where deliveries go, or of what they are, after 'delivery'. */
const WAYS: Record<DeliveryTarget, string> = {
  crm: 'to the CRM',
  automation: 'to the automation service',
  seal: 'of sealed documents',
  copy: 'of customers’ copies',
  acknowledgement: 'of acknowledgements',
  visits: 'of visits to the CRM',
}

/** Returns `to the CRM and of customers’ copies` for the targets of an act; those of a later release by their names. */
export const deliveryWays = (targets: string): string =>
  targets
    .split(' ')
    .map((target) => WAYS[target as DeliveryTarget] ?? target)
    .join(' and ')
