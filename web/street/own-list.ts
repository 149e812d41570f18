import { isList, parseJson } from '#domain/kernel/parse-json.ts'
import { type PhoneDatabase, STRICT } from '../storage/database.ts'

/** The items of one kind that were made on this phone. */
export type OwnList<One> = {
  read: (phone: PhoneDatabase) => Promise<One[]>
  /** Changes the list. Resolves with the new one once it is on the disk. */
  change: (phone: PhoneDatabase, by: (own: readonly One[]) => One[]) => Promise<One[]>
}

/** Returns the list that IndexedDB has under `key`, without the items that fail `isOfUse`. */
export function ownList<One>(
  key: 'own-claims' | 'own-entries' | 'own-visits',
  isOfUse: (one: One) => boolean = () => true,
): OwnList<One> {
  const listIn = (text = '[]') => {
    const list = parseJson(text)
    return isList<One>(list) ? list.filter(isOfUse) : []
  }
  return {
    read: (phone) => phone.use(async (database) => listIn(await database.get('marks', key))),
    change: (phone, by) =>
      phone.use(async (database) => {
        const transaction = database.transaction('marks', 'readwrite', STRICT)
        const changed = by(listIn(await transaction.store.get(key)))
        await Promise.all([transaction.store.put(JSON.stringify(changed), key), transaction.done])
        return changed
      }),
  }
}
