import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { type Loop, startLoop } from '../deliveries/loop.ts'
import { foldTallies } from './tallies.queries.ts'

/** At fifty sales a second some ten thousand rows, which are summed within milliseconds. */
const PACE = { restMs: 30_000, soonMs: 1_000 }

/** Keeps the tallies short in one process; several do not disturb each other. */
export type TallyFolding = { start(): void; stop(): Promise<void> }

/** Builds it; nothing runs before `start`. */
export function createTallyFolding({
  db,
  log,
}: {
  db: Db
  log: Pick<FastifyBaseLogger, 'error'>
}): TallyFolding {
  let loop: Loop | undefined
  return {
    start() {
      loop ??= startLoop(
        () => foldTallies(db),
        PACE,
        (error) => log.error({ err: error }, 'Folding tallies failed'),
      )
    },
    async stop() {
      await loop?.stop()
    },
  }
}
