import { randomUuid } from '../random-uuid.ts'
import type { PhoneDatabase } from '../storage/database.ts'

/** Returns the secret by which the office's server knows this phone again, should the browser lose its cookie. */
export const phoneProof = (phone: PhoneDatabase): Promise<string> =>
  phone.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite')
    const known = await transaction.store.get('phone-proof')
    const proof = known ?? randomUuid()
    await Promise.all([known ?? transaction.store.put(proof, 'phone-proof'), transaction.done])
    return proof
  })
