import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/handle.ts'
import type { Listener } from '../db/postgres/listener.ts'

/** Notifies other processes that there is something new to read. A hint carries no data and may get lost. */
export type Hints = {
  /** Calls `received` for every hint from another process, and whenever listening starts. */
  start(received: () => void): void
  /** Sends a hint. Must be called after the commit. Calls within a short time share one hint. */
  send(): void
  stop(): Promise<void>
}

/**
 * `doorstep_changes`: leads or sales changed. `doorstep_work`: there are deliveries or CRM events to work off.
 * `doorstep_callers`: a caller may have lost a permission.
 */
type Channel = 'doorstep_changes' | 'doorstep_work' | 'doorstep_callers'

/** A commit with a NOTIFY takes a lock on the whole database server, so we send few hints. */
const SPACING_MS = 50

/** Creates hints by NOTIFY (decision 19). They do nothing if the database cannot have other processes. */
export function createHints(
  { db, listen, log }: Pick<Database, 'db' | 'listen'> & { log: Pick<FastifyBaseLogger, 'debug'> },
  channel: Channel,
): Hints {
  const own = randomUUID()
  let listener: Listener | undefined
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<unknown> = Promise.resolve()
  let lastSentAt = 0

  const notify = () => {
    timer = undefined
    lastSentAt = performance.now()
    sending = sql`select pg_notify(${channel}, ${own})`
      .execute(db)
      .catch((error) => log.debug({ err: error, channel }, 'A hint was lost; the poll makes up for it'))
  }
  return {
    start(received) {
      listener ??= listen?.(channel, (from) => from !== own && received())
    },
    send() {
      if (listen) timer ??= setTimeout(notify, Math.max(0, lastSentAt + SPACING_MS - performance.now()))
    },
    async stop() {
      clearTimeout(timer)
      await Promise.all([sending, listener?.stop()])
    },
  }
}
