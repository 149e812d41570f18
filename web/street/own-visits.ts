import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import type { PhoneVisit } from '#domain/street/known-door.ts'
import { type PhoneDatabase, STRICT } from '../storage/database.ts'

/** A visit made on this phone. It stays for a while after the server has it. `isRefused`: it will not be sent again. */
export type OwnVisit = PhoneVisit & { isRefused?: true }

/** How long an own visit is kept, so that it can be taken back and its history reads well. */
const KEPT_MS = 30 * 24 * 3_600_000

/** Returns the visits made on this phone. */
export const readOwnVisits = (phone: PhoneDatabase): Promise<OwnVisit[]> =>
  phone.use(async (database) => listIn(await database.get('marks', 'own-visits')))

/** Changes the visits made on this phone. They are on the disk before the promise resolves. */
export const changeOwnVisits = (
  phone: PhoneDatabase,
  change: (own: readonly OwnVisit[]) => OwnVisit[],
): Promise<OwnVisit[]> =>
  phone.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite', STRICT)
    const changed = change(listIn(await transaction.store.get('own-visits')))
    await Promise.all([transaction.store.put(JSON.stringify(changed), 'own-visits'), transaction.done])
    return changed
  })

function listIn(text: string | undefined): OwnVisit[] {
  const list = parseJson(text ?? '[]')
  return isList<OwnVisit>(list) ? list : []
}

/** The own visits without those that arrived long ago. */
export const withoutOldVisits = (own: readonly OwnVisit[], nowMs: number): OwnVisit[] =>
  own.filter(({ isSent, occurred_at }) => !isSent || Date.parse(occurred_at) > nowMs - KEPT_MS)

/** A visit that still has to be sent. */
export const isWaiting = ({ isSent, isRefused }: OwnVisit) => !isSent && !isRefused
