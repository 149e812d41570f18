import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from './database.ts'

/** Returns an identifier that a phone makes at its first use, and keeps. */
const madeOnce = (mark: 'phone-id' | 'phone-proof') => (phone: PhoneDatabase) =>
  phone.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite')
    const known = await transaction.store.get(mark)
    const made = known ?? randomUuid()
    await Promise.all([known ?? transaction.store.put(made, mark), transaction.done])
    return made
  })

/**
 * Returns the identity that this phone made for itself, which shows the office which phone sold or entered something.
 */
export const phoneId = madeOnce('phone-id')

/** Returns the secret that identifies this phone to the server if the browser loses its cookie (docs/product 26.7). */
export const phoneProof = madeOnce('phone-proof')
