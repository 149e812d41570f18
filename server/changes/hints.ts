import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Listener } from '../db/postgres/listener.ts'

/** What one process tells the others: that there are changes to read, no more. */
export type Hints = {
  /** Calls `heard` when another process has told. */
  start(heard: () => void): void
  /** Call after a commit. Many calls within a short time are one hint. */
  tell(): void
  stop(): Promise<void>
}

const CHANNEL = 'doorstep_changes'
/** Committing a notification locks out every other one on the database server, so they are few. */
const SPACING_MS = 50

/** Hints by NOTIFY (decision 19); none where this is the only process. */
export function createHints({ db, listen }: Pick<Database, 'db' | 'listen'>): Hints {
  const own = randomUUID()
  let listener: Listener | undefined
  let timer: NodeJS.Timeout | undefined
  let told: Promise<unknown> = Promise.resolve()
  let lastToldAt = 0

  const notify = () => {
    timer = undefined
    lastToldAt = performance.now()
    // A hint that is lost costs the others one rest of their poll.
    told = sql`select pg_notify(${CHANNEL}, ${own})`.execute(db).catch(() => {})
  }
  return {
    start(heard) {
      listener ??= listen?.(CHANNEL, (from) => from !== own && heard())
    },
    tell() {
      if (listen) timer ??= setTimeout(notify, Math.max(0, lastToldAt + SPACING_MS - performance.now()))
    },
    async stop() {
      clearTimeout(timer)
      await Promise.all([told, listener?.stop()])
    },
  }
}
