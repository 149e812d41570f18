import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from '../storage/database.ts'

/** Returns the identity that this phone gave itself, so that the office sees which phone entered something. */
export const phoneId = (phone: PhoneDatabase): Promise<string> =>
  phone.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite')
    const id = (await transaction.store.get('phone-id')) ?? randomUuid()
    await Promise.all([transaction.store.put(id, 'phone-id'), transaction.done])
    return id
  })
