import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { success } from '#domain/kernel/result.ts'
import { REPORT } from '../automation/reports.testing.ts'
import { silentLog } from '../crm-sync/push/sales.testing.ts'
import { openPostgres } from '../db/postgres/postgres.ts'
import { answeredByHand } from '../deliveries/attempts.testing.ts'
import { createDeliveries } from '../deliveries/deliveries.ts'
import { queueProgress } from '../deliveries/states.queries.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { createHints } from './hints.ts'

let database: FreshDatabase
beforeEach(async () => {
  database = await freshDatabase('postgres')
})
afterEach(() => database?.close())

/** Starts a process on the database. Its poll is so slow that only a wake starts a delivery. */
async function startProcess(role: 'api' | 'worker') {
  const own = await openPostgres(database.url ?? '', console)
  const automation = answeredByHand()
  const listening = vi.fn()
  const hints = createHints({ ...own, log: console }, 'doorstep_work')
  const deliveries = createDeliveries({
    db: own.db,
    log: silentLog,
    handlers: { crm: answeredByHand().handler, automation: automation.handler },
    pollMs: 3_600_000,
    drainMs: 0,
    wakeOthers: hints.send,
  })
  if (role === 'worker') {
    deliveries.start()
    hints.start(() => {
      listening()
      deliveries.wake()
    })
    await vi.waitFor(() => expect(listening).toHaveBeenCalled(), { timeout: 120_000 })
  }
  return {
    db: own.db,
    automation,
    deliveries,
    async stop() {
      await Promise.all([deliveries.stop(), hints.stop()])
      await own.close()
    },
  }
}

test('a report stored by an API process wakes the worker process', async () => {
  const api = await startProcess('api')
  const worker = await startProcess('worker')
  await queueProgress(api.db, { sessionId: 'sale_1', sequence: 1, payload: REPORT })
  api.deliveries.wake()
  const attempt = await worker.automation.next()
  expect(attempt.delivery).toMatchObject({ session_id: 'sale_1', sequence: 1 })
  attempt.answer(success({}))
  await Promise.all([api.stop(), worker.stop()])
})
