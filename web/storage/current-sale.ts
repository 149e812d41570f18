import type { Sale } from '#domain/sale/sale.ts'
import type { PhoneDatabase } from './database.ts'

/** Returns the sale that was in progress when the app was last open. */
export const findCurrentSale = (phone: PhoneDatabase): Promise<Sale | undefined> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['sales', 'marks'])
    const sessionId = await transaction.objectStore('marks').get('current-sale')
    return sessionId === undefined ? undefined : transaction.objectStore('sales').get(sessionId)
  })
