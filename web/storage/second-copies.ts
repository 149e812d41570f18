import type { Sale } from '#domain/sale/sale.ts'
import type { SecondCopiesCache } from '../service-worker/orders.ts'
import { copySale } from './copy-sale.ts'
import { callsOf, type Device, STRICT } from './database.ts'
import type { StoredCall } from './stored.ts'

/**
 * Signed sales that the server may not have yet, once more outside of the database: a browser that was killed while it
 * wrote may find that damaged, and then deletes the whole of it (decision 24).
 */
export type SecondCopies = {
  /** Copies a sale with every call that it made when it is signed and some of it waits; else forgets its copy. */
  update: (sessionId: string) => Promise<void>
  /** Forgets the copies that a death left behind. */
  tidy: () => Promise<void>
}

type Copy = { sale: Sale; calls: StoredCall[] }

const SECOND_COPIES: SecondCopiesCache = 'doorstep-second-copies'
const FOLDER = '/second-copy/'
const pathOf = (sessionId: string) => FOLDER + encodeURIComponent(sessionId)
const sessionOf = ({ url }: Request) => decodeURIComponent(new URL(url).pathname.slice(FOLDER.length))

export function createSecondCopies(device: Device): SecondCopies {
  const copied = new Set<string>()
  let lastChange: Promise<unknown> = Promise.resolve()

  async function change(sessionId: string): Promise<void> {
    const { sale, waiting, sent } = await copySale(device, sessionId)
    // A copy of what the database does not know is all that there is.
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
    const turn = lastChange.then(() => change(sessionId))
    lastChange = turn.catch(() => undefined)
    return turn
  }

  return {
    update,
    async tidy() {
      for (const request of await keysOf()) {
        copied.add(sessionOf(request))
        await update(sessionOf(request))
      }
    },
  }
}

/** Puts what has a copy back into a database that the browser has emptied, to be sent once more; tells how many. */
export async function restoreSecondCopies(device: Device): Promise<number> {
  const copies = await readCopies()
  for (const copy of copies) await putBack(device, copy)
  return copies.length
}

/** Browsers keep them for https and for this machine only. */
const hasCaches = () => 'caches' in globalThis

async function keysOf(): Promise<readonly Request[]> {
  if (!hasCaches() || !(await caches.has(SECOND_COPIES))) return []
  return (await caches.open(SECOND_COPIES)).keys()
}

async function readCopies(): Promise<Copy[]> {
  const keys = await keysOf()
  const answers = await Promise.all(keys.map((key) => caches.match(key, { cacheName: SECOND_COPIES })))
  return Promise.all(answers.flatMap((answer): Promise<Copy>[] => (answer ? [answer.json()] : [])))
}

const putBack = (device: Device, { sale, calls }: Copy): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'marks'], 'readwrite', STRICT)
    const outbox = transaction.objectStore('outbox')
    const isThere = (await outbox.count(callsOf(sale.sessionId))) > 0
    if (!isThere) {
      transaction.objectStore('sales').put(sale)
      for (const call of calls) outbox.put(call)
      // The sale on the screen again, as it was.
      transaction.objectStore('marks').put(sale.sessionId, 'current-sale')
    }
    await transaction.done
  })
