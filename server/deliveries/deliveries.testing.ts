import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Context } from '../context.ts'
import type { DeliveryRow } from '../db/rows/deliveries.ts'
import { type DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { answeredByHand } from './attempts.testing.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { queueProgress } from './states.queries.ts'

type Options = Partial<Parameters<typeof createDeliveries>[0]>

/**
 * Empties the table of deliveries before each test of the calling file, and gives it a worker that a test answers by
 * hand.
 */
export function useDeliveries(kind: (typeof DATABASES)[number]) {
  let database: FreshDatabase
  let crm: ReturnType<typeof answeredByHand>
  let automation: ReturnType<typeof answeredByHand>
  let deliveries: Deliveries
  let logged: string

  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.db.deleteFrom('deliveries').execute()
    await database.db.deleteFrom('receivers').execute()
    crm = answeredByHand()
    automation = answeredByHand()
    logged = ''
    deliveries = newWorker()
  })
  afterEach(() => deliveries?.stop())

  const newWorker = (options: Options = {}) =>
    createDeliveries({
      db: database.db,
      log: collectingLog(),
      handlers: { crm: crm.handler, automation: automation.handler },
      pollMs: 3_600_000,
      drainMs: 0,
      ...options,
    })
  function collectingLog() {
    const write = (...line: unknown[]) => {
      logged += JSON.stringify(line)
    }
    return { info: write, warn: write, error: write } as unknown as Context['log']
  }
  const rows = () => database.db.selectFrom('deliveries').selectAll().orderBy('id').execute()

  return {
    db: () => database.db,
    crm: () => crm,
    automation: () => automation,
    /** Returns the worker, which `afterEach` stops. */
    deliveries: () => deliveries,
    /** Creates another worker on the same table. The test must stop it. */
    newWorker,
    /** Replaces the worker with one that has these options. */
    useWorker(options: Options = {}) {
      deliveries = newWorker(options)
    },
    logged: () => logged,
    wantPush: (sessionId: string, revision = 1) =>
      sql`
        insert into deliveries (target, session_id, wanted) values ('crm', ${sessionId}, ${revision})
        on conflict (target, session_id, sequence) do update
        set wanted = excluded.wanted, state = 'waiting', due_at = now()`.execute(database.db),
    report: (sessionId: string, sequence: number) =>
      queueProgress(database.db, { sessionId, sequence, payload: { step: `step ${sequence}` } }),
    rows,
    firstRow: async () => (await rows())[0] as Awaited<ReturnType<typeof rows>>[0],
    set: (values: Partial<DeliveryRow>) =>
      database.db
        .updateTable('deliveries')
        .set(values as never)
        .execute(),
  }
}
