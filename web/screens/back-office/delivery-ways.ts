import type { DeliveryTarget } from '#protocol/back-office.ts'

/** Where deliveries go, or what they deliver, worded to follow 'delivery'. */
const WAYS: Record<DeliveryTarget, string> = {
  crm: 'to the CRM',
  automation: 'to the automation service',
  seal: 'of sealed documents',
  copy: 'of customers’ copies',
  acknowledgement: 'of acknowledgements',
  visits: 'of visits to the CRM',
}

/**
 * Returns an act's targets in words, such as `to the CRM and of customers’ copies`. A target of a later release keeps
 * its name.
 */
export const deliveryWays = (targets: string): string =>
  targets
    .split(' ')
    .map((target) => WAYS[target as DeliveryTarget] ?? target)
    .join(' and ')
