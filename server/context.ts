import type { FastifyBaseLogger } from 'fastify'
import type { Crm } from '#crm/port.ts'
import type { Config } from './config.ts'
import type { Db } from './db/schema.ts'
import type { Deliveries } from './jobs/deliveries.ts'
import type { ChangeFeed } from './live/change-feed.ts'

/** Everything that has a lifetime, built once in this file and handed to the nouns. */
export type Context = {
  config: Config
  log: FastifyBaseLogger
  db: Db
  crm: Crm
  /** The worker of the ledger: `wake()` after a commit that added to it. */
  deliveries: Deliveries
  /** The tail of the change stream: `wake()` after a commit that changed a lead or an opportunity. */
  changeFeed: ChangeFeed
}
