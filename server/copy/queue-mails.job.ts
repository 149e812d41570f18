import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/schema.ts'
import { queueAcknowledgements } from '../deliveries/acknowledgements.queries.ts'
import { queueCopies } from '../deliveries/copies.queries.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { createLoop, type Loop } from '../jobs/loop.ts'

const REST_MS = 600_000

type Given = { db: Db; log: Pick<FastifyBaseLogger, 'error'>; deliveries: Pick<Deliveries, 'wake'> }

/** Regularly queues the mails that were not queued because the process that caused them had no mail server. */
export const createMailQueue = ({ db, log, deliveries }: Given): Loop =>
  createLoop({
    name: 'queue-mails',
    work: async () => {
      const queued = (await queueCopies(db)) + (await queueAcknowledgements(db))
      if (queued > 0) deliveries.wake()
    },
    restMs: REST_MS,
    log,
  })
