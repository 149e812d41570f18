import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from './database.ts'

/** Returns the identity that this phone gave itself, so that the office sees which phone sold or entered something. */
export const phoneId = (phone: PhoneDatabase): Promise<string> =>
  phone.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite')
    const known = await transaction.store.get('phone-id')
    const id = known ?? randomUuid()
    await Promise.all([known ?? transaction.store.put(id, 'phone-id'), transaction.done])
    return id
  })
