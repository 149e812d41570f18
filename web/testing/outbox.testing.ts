import { PhoneDatabase } from '../storage/database.ts'
import type { StoredCall } from '../storage/stored.ts'
import { createOutbox } from '../sync/outbox.ts'
import { SESSION, saleAfter, saveWalk } from './sales.testing.ts'

/** Creates an outbox on a new phone, with functions for the calls of `SESSION`. */
export function newOutbox() {
  const phone = new PhoneDatabase()
  const outbox = createOutbox(phone)
  const waiting = (sequence: number): Promise<StoredCall> =>
    phone.use(async (database) => {
      const call = await database.get('outbox', [SESSION, sequence])
      if (!call) throw new Error(`Call ${sequence} does not wait.`)
      return call
    })
  return {
    phone,
    outbox,
    waiting,
    /** Saves a sale. It has eight calls: the odd ones are writes, the even ones are reports, the seventh closes it. */
    save: (steps: 1 | 2 | 3 | 4 = 4, sessionId = SESSION) => saveWalk(phone, saleAfter(steps, sessionId)),
    next: async () => (await outbox.nextCall(SESSION))?.sequence,
    async park(...sequences: number[]) {
      for (const sequence of sequences) await outbox.park(await waiting(sequence), `Reason ${sequence}`)
    },
    async acknowledge(...sequences: number[]) {
      for (const sequence of sequences) await outbox.acknowledge(await waiting(sequence))
    },
  }
}
