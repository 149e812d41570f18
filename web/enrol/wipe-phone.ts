import type { PhoneDatabase } from '../storage/database.ts'
import { clearUnsentCount } from '../storage/eviction.ts'
import { OWN_LISTS, type Unsent, unsentIn } from '../storage/unsent.ts'

/** Every database of the app, for browsers that do not list them. */
const DATABASES = ['doorstep', 'doorstep-premises', 'doorstep-map']
/** How long a tab that the system froze may block the deletion of a database, which is already empty. */
const BLOCKED_MS = 3_000

/**
 * Deletes everything that the app keeps in this browser, unless something that can be sent still waits. Returns what
 * waits, and how many refused sales were lost (docs/product 26.11). An interrupted wipe can be repeated. Rejects if the
 * sales cannot be deleted.
 */
export async function wipePhone(phone: PhoneDatabase): Promise<Unsent> {
  const unsent = await emptyStores(phone)
  if (unsent.sales > 0 || unsent.hasOthers) return unsent
  const names = 'caches' in globalThis ? await caches.keys() : []
  await Promise.all(names.map((name) => caches.delete(name)))
  localStorage.clear()
  sessionStorage.clear()
  clearUnsentCount()
  const listed = (await indexedDB.databases?.()) ?? []
  await Promise.all(
    [...new Set([...DATABASES, ...listed.map(({ name }) => name ?? '')])].filter(Boolean).map(deleteDatabase),
  )
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const registrations = (await workers?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
  return unsent
}

/** Checks and deletes in one transaction, so that no tab can store a sale in between. */
const emptyStores = (phone: PhoneDatabase): Promise<Unsent> =>
  phone.use(async (database) => {
    const transaction = database.transaction([...database.objectStoreNames], 'readwrite', {
      durability: 'strict',
    })
    const [outbox, parked, ...own] = await Promise.all([
      transaction.objectStore('outbox').getAll(),
      transaction.objectStore('parked').getAll(),
      ...OWN_LISTS.map((name) => transaction.objectStore('marks').get(name)),
    ])
    const unsent = unsentIn({ outbox, parked, own })
    const isHandedIn = unsent.sales === 0 && !unsent.hasOthers
    await Promise.all([
      ...(isHandedIn
        ? [...database.objectStoreNames].map((name) => transaction.objectStore(name).clear())
        : []),
      transaction.done,
    ])
    return unsent
  })

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => resolve()
    request.onblocked = () => setTimeout(resolve, BLOCKED_MS)
  })
}
