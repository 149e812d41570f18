import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { createLoop, type Loop } from '../jobs/loop.ts'
import { foldTallies } from './tallies.queries.ts'

/** At fifty sales a second, about ten thousand rows accumulate between runs and take milliseconds to sum. */
const REST_MS = 30_000

/** Keeps the tallies table short. Several processes can run this at the same time. */
export const createTallyFolding = ({ db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'error'> }): Loop =>
  createLoop({ name: 'fold-tallies', work: () => foldTallies(db), restMs: REST_MS, log })
