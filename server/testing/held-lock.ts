import pg from 'pg'
import { vi } from 'vitest'

/** A lock in the database behind which somebody else's statement waits, for as long as a test needs it there. */
export type HeldLock = {
  /** Resolves when a statement waits for the lock, or for another one that waits; to the process of its connection. */
  waiter(behind?: number): Promise<number>
  /** Ends a connection as PostgreSQL does once it notices that nobody is there: what has waited is undone. */
  giveUp(waiter: number): Promise<void>
  release(): Promise<void>
}

const PATIENTLY = { timeout: 180_000, interval: 20 }
const ENDS_WITHIN_MS = 120_000

/** Takes the lock that a statement takes, such as `select … for update`, and keeps it until `release`. */
export async function holdLock(url: string, statement: string, values: unknown[] = []): Promise<HeldLock> {
  const holder = new pg.Client(url)
  await holder.connect()
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const [{ pid: own } = { pid: 0 }] = rows
  await holder.query('begin')
  await holder.query(statement, values)
  return {
    waiter: (behind = own) =>
      vi.waitFor(async () => {
        const waiting = 'select pid from pg_locks where not granted and $1 = any(pg_blocking_pids(pid))'
        const [found] = (await holder.query<{ pid: number }>(waiting, [behind])).rows
        if (!found) throw new Error('Nobody waits for the lock.')
        return found.pid
      }, PATIENTLY),
    giveUp: async (waiter) =>
      void (await holder.query('select pg_terminate_backend($1, $2)', [waiter, ENDS_WITHIN_MS])),
    release: () => holder.end(),
  }
}
