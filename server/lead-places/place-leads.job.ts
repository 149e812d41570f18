import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { createLoop, type Loop } from '../jobs/loop.ts'
import { placeNextLeads } from './place-leads.queries.ts'

/** If there is nothing to place, a look reads one row. */
const REST_MS = 10_000

/** Places leads after an import of points. If the process is killed, the next one continues after the last batch. */
export const createLeadPlacing = ({ db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'error'> }): Loop =>
  createLoop({
    name: 'place-leads',
    restMs: REST_MS,
    log,
    async work(stopping) {
      while (!stopping.aborted && (await placeNextLeads(db)));
    },
  })
