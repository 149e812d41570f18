import { newSale } from '#domain/sale/sale.ts'
import { createSaleStore } from '#web/session/sale-store.ts'
import { PhoneDatabase } from '#web/storage/database.ts'
import { saveSale, takeWriteLock } from '#web/storage/sale-records.ts'
import { sendCall } from '#web/sync/send-call.ts'
import { createSending } from '#web/sync/sending.ts'
import type { PlannedSale } from '../plan.ts'
import { nextCommand } from './next-command.ts'

/** As many as the outbox sends beside one another. */
const AT_ONCE = 5
const LOOK_MS = 5

const phone = new PhoneDatabase()

/** Makes sales that wait in the outbox; answers how long the write of each signed one took, in milliseconds. */
async function fill(plan: readonly PlannedSale[]): Promise<number[]> {
  const tabId = crypto.randomUUID()
  await takeWriteLock(phone, tabId)
  const timesMs: number[] = []
  for (const planned of plan) {
    const store = createSaleStore(
      newSale(planned.sessionId),
      (sale, calls) => saveSale(phone, sale, calls, tabId),
      () => {},
    )
    for (;;) {
      const command = nextCommand(store.get(), planned)
      if (!command) break
      const startedAt = performance.now()
      await store.dispatch(command, planned.jpeg)
      if (command.type === 'submit-order') timesMs.push(performance.now() - startedAt)
    }
  }
  return timesMs
}

const count = () => phone.use((database) => database.count('outbox'))

/** Milliseconds until the outbox is empty and every sale has its receipt. */
async function drain(): Promise<number> {
  const hooks = { onAccepted() {}, onRefused() {}, onChanged() {}, onKeyRefused() {}, onTrouble() {} }
  const startedAt = performance.now()
  createSending(phone, { ...hooks, send: sendCall }).wake()
  while ((await count()) > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  return performance.now() - startedAt
}

/** Milliseconds for the same calls by themselves: sales beside one another, each in its order, nothing noted. */
async function sendBare(): Promise<number> {
  const calls = await phone.use((database) => database.getAll('outbox'))
  await phone.use((database) => database.clear('outbox'))
  const sales = [...Map.groupBy(calls, ({ sessionId }) => sessionId).values()]
  const startedAt = performance.now()
  const sendOn = async () => {
    for (let sale = sales.shift(); sale; sale = sales.shift())
      for (const call of sale) if (!(await sendCall(call)).ok) throw new Error('A call was refused.')
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
  return performance.now() - startedAt
}

Object.assign(globalThis, { fill, drain, sendBare })
