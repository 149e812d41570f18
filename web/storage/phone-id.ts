import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from './database.ts'

/** Returns what a phone gives itself once, when it is first asked for, and keeps. */
const madeOnce = (mark: 'phone-id' | 'phone-proof') => (phone: PhoneDatabase) =>
  phone.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite')
    const known = await transaction.store.get(mark)
    const made = known ?? randomUuid()
    await Promise.all([known ?? transaction.store.put(made, mark), transaction.done])
    return made
  })

/** Returns the identity that this phone gave itself, so that the office sees which phone sold or entered something. */
export const phoneId = madeOnce('phone-id')

/** Returns the secret by which the server knows this phone again, should the browser lose its cookie (docs/product 26.7). */
export const phoneProof = madeOnce('phone-proof')
