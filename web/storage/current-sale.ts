import type { Sale } from '#domain/sale/sale.ts'
import type { Device } from './database.ts'

/** The sale that was under way when the app was last open. */
export const findCurrentSale = (device: Device): Promise<Sale | undefined> =>
  device.use(async (database) => {
    const transaction = database.transaction(['sales', 'marks'])
    const sessionId = await transaction.objectStore('marks').get('current-sale')
    return sessionId === undefined ? undefined : transaction.objectStore('sales').get(sessionId)
  })
