import type { Sale } from '#domain/sale/sale.ts'
import type { SecondCopiesCache } from '../service-worker/orders.ts'
import { copySale } from './copy-sale.ts'
import { callsOf, type PhoneDatabase, STRICT } from './database.ts'
import type { StoredCall } from './stored.ts'

/**
 * Copies of signed, unsent sales in the browser's cache storage. If a browser is killed while it writes, it may find
 * its IndexedDB damaged, and then deletes all of it (decision 24).
 */
export type SecondCopies = {
  /** Copies a sale and all its calls if it is signed and part of it is unsent; otherwise deletes its copy. */
  update: (sessionId: string) => Promise<void>
  /** Updates the copies that the previous run of the app left behind. */
  tidy: () => Promise<void>
}

type Copy = { sale: Sale; calls: StoredCall[] }

const SECOND_COPIES: SecondCopiesCache = 'doorstep-second-copies'
const FOLDER = '/second-copy/'
const pathOf = (sessionId: string) => FOLDER + encodeURIComponent(sessionId)
const sessionOf = ({ url }: Request) => decodeURIComponent(new URL(url).pathname.slice(FOLDER.length))

/** Runs updates one after the other, so that an older state never overwrites a newer one. */
export function createSecondCopies(phone: PhoneDatabase): SecondCopies {
  const copied = new Set<string>()
  let lastUpdate: Promise<unknown> = Promise.resolve()

  async function copyOrDelete(sessionId: string): Promise<void> {
    const { sale, waiting, sent } = await copySale(phone, sessionId)
    // If the database does not have the sale, the copy is the only one.
    if (!sale) return
    const isNeeded = sale.contract !== null && waiting.length > 0
    if (!isNeeded && !copied.has(sessionId)) return
    const copies = await caches.open(SECOND_COPIES)
    if (!isNeeded) {
      copied.delete(sessionId)
      await copies.delete(pathOf(sessionId))
      return
    }
    await copies.put(pathOf(sessionId), Response.json({ sale, calls: [...sent, ...waiting] }))
    copied.add(sessionId)
  }

  function update(sessionId: string): Promise<void> {
    if (!hasCaches()) return Promise.resolve()
    const updated = lastUpdate.then(() => copyOrDelete(sessionId))
    lastUpdate = updated.catch(() => undefined)
    return updated
  }

  return {
    update,
    async tidy() {
      for (const request of await copiedRequests()) {
        copied.add(sessionOf(request))
        await update(sessionOf(request))
      }
    },
  }
}

/** Restores every copied sale that the database lacks, to be sent again. Returns the number of copies. */
export async function restoreSecondCopies(phone: PhoneDatabase): Promise<number> {
  const copies = await readCopies()
  for (const copy of copies) await putBack(phone, copy)
  return copies.length
}

/** Cache storage exists on https and localhost only. */
const hasCaches = () => 'caches' in globalThis

async function copiedRequests(): Promise<readonly Request[]> {
  if (!hasCaches() || !(await caches.has(SECOND_COPIES))) return []
  return (await caches.open(SECOND_COPIES)).keys()
}

async function readCopies(): Promise<Copy[]> {
  const requests = await copiedRequests()
  const responses = await Promise.all(
    requests.map((request) => caches.match(request, { cacheName: SECOND_COPIES })),
  )
  return Promise.all(responses.flatMap((response): Promise<Copy>[] => (response ? [response.json()] : [])))
}

const putBack = (phone: PhoneDatabase, { sale, calls }: Copy): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'marks'], 'readwrite', STRICT)
    const outbox = transaction.objectStore('outbox')
    const isThere = (await outbox.count(callsOf(sale.sessionId))) > 0
    if (!isThere) {
      transaction.objectStore('sales').put(sale)
      for (const call of calls) outbox.put(call)
      // Makes the screen show this sale again.
      transaction.objectStore('marks').put(sale.sessionId, 'current-sale')
    }
    await transaction.done
  })
