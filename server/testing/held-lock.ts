import pg from 'pg'
import { vi } from 'vitest'

/** A lock that keeps another session's statement waiting for as long as a test needs. */
export type HeldLock = {
  /** Resolves with the backend's process id when a statement waits for the lock, or for another waiting statement. */
  waiter(behind?: number): Promise<number>
  /** Ends a connection as PostgreSQL does when its client is gone, which rolls the waiting statement back. */
  giveUp(waiter: number): Promise<void>
  release(): Promise<void>
}

const TERMINATE_TIMEOUT_MS = 120_000

/** Takes the lock that a statement takes, such as `select … for update`, and holds it until `release`. */
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
        if (!found) throw new Error('No statement waits for the lock.')
        return found.pid
      }),
    giveUp: async (waiter) =>
      void (await holder.query('select pg_terminate_backend($1, $2)', [waiter, TERMINATE_TIMEOUT_MS])),
    release: () => holder.end(),
  }
}
