import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { queueSeals } from '../deliveries/seals.queries.ts'
import { createLoop, type Loop } from '../jobs/loop.ts'

const REST_MS = 60_000

type Given = { db: Db; log: Pick<FastifyBaseLogger, 'error'>; deliveries: Pick<Deliveries, 'wake'> }

/** Regularly queues the seals of signed sales without evidence. Several processes can run this at the same time. */
export const createSealQueue = ({ db, log, deliveries }: Given): Loop =>
  createLoop({
    name: 'queue-seals',
    work: async () => {
      if ((await queueSeals(db)) > 0) deliveries.wake()
    },
    restMs: REST_MS,
    log,
  })
