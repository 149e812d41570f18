import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import { leaseEnd } from '#domain/street/claim.ts'
import type { DecidedClaim } from '#domain/street/known-claim.ts'
import { type PhoneDatabase, STRICT } from '../storage/database.ts'

/** A claim made on this phone. */
export type KeptClaim = DecidedClaim & {
  isSent: boolean
  /** The life of the server's database (protocol/street.ts) when it was sent last; undefined if no street was read before. */
  life?: string | undefined
}

/** Returns the claims made on this phone that have not ended. */
export const readOwnClaims = (phone: PhoneDatabase): Promise<KeptClaim[]> =>
  phone.use(async (database) => listIn(await database.get('marks', 'own-claims')))

/** Changes the claims made on this phone. They are on the disk before the promise resolves. */
export const changeOwnClaims = (
  phone: PhoneDatabase,
  change: (own: readonly KeptClaim[]) => KeptClaim[],
): Promise<KeptClaim[]> =>
  phone.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite', STRICT)
    const changed = change(listIn(await transaction.store.get('own-claims')))
    await Promise.all([transaction.store.put(JSON.stringify(changed), 'own-claims'), transaction.done])
    return changed
  })

/** A claim that has ended, sent or not, is of no use to anyone. */
function listIn(text: string | undefined): KeptClaim[] {
  const list = parseJson(text ?? '[]')
  const now = new Date()
  return isList<KeptClaim>(list)
    ? list.filter((claim) => Date.parse(leaseEnd(claim, now)) > now.getTime())
    : []
}
