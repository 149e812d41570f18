import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { type DeviceDatabase, STRICT } from './device.ts'

/** The sale that was under way when the app was last open. */
export async function findCurrentSale(device: DeviceDatabase): Promise<Sale | undefined> {
  const sessionId = await device.get('marks', 'current-sale')
  return sessionId === undefined ? undefined : device.get('sales', sessionId)
}

/** The sale as it is now and the calls it owes the server, in one transaction: both or neither. */
export async function saveSale(
  device: DeviceDatabase,
  sale: Sale,
  calls: readonly SaleCall[],
): Promise<void> {
  const transaction = device.transaction(['sales', 'outbox', 'marks'], 'readwrite', STRICT)
  await Promise.all([
    transaction.objectStore('sales').put(sale),
    transaction.objectStore('marks').put(sale.sessionId, 'current-sale'),
    ...calls.map((call) => transaction.objectStore('outbox').put(call)),
    transaction.done,
  ])
}
