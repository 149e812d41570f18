import type { FastifyBaseLogger } from 'fastify'
import type { Crm } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import type { Db } from './db/schema.ts'
import { pushSaleJob } from './ghl-sync/push-sale.job.ts'
import { createDeliveries, type Deliveries } from './jobs/deliveries.ts'
import { type ChangeFeed, createChangeFeed } from './live/change-feed.ts'
import { RecentSales } from './opportunities/recent-sales.ts'
import { deliverProgressJob } from './progress/deliver-progress.job.ts'

/** Everything that has a lifetime, built once in this file and handed to the nouns. */
export type Context = {
  config: Config
  log: FastifyBaseLogger
  database: Database
  db: Db
  crm: Crm
  /** The worker of the ledger: `wake()` after a commit that added to it. */
  deliveries: Deliveries
  /** The tail of the change stream: `wake()` after a commit that changed a lead or an opportunity. */
  changeFeed: ChangeFeed
  /** What this process knows of unfinished sales without asking. */
  recentSales: RecentSales
}

/** Opens the database and builds what stands on it; nothing runs yet. `crmOver` lets a test break the CRM. */
export async function createContext(
  config: Config,
  log: FastifyBaseLogger,
  crmOver: (crm: Crm) => Crm = (crm) => crm,
): Promise<Context> {
  const database = await openDatabase(config, log)
  const { db } = database
  const crm = crmOver(createSandboxCrm(db))
  const changeFeed = createChangeFeed({ db, log })
  const handlers = {
    crm: pushSaleJob({ db, crm, changeFeed }),
    automation: deliverProgressJob({ config }),
  }
  return {
    config,
    log,
    database,
    db,
    crm,
    changeFeed,
    recentSales: new RecentSales(),
    deliveries: createDeliveries({ db, log, handlers }),
  }
}

/** Starts what runs by itself. The schema must be up to date. */
export async function startContext({ changeFeed, deliveries }: Context): Promise<void> {
  await changeFeed.start()
  deliveries.start()
}

/** Ends what runs by itself, then the database. */
export async function closeContext({ changeFeed, deliveries, database }: Context): Promise<void> {
  await Promise.all([deliveries.stop(), changeFeed.stop()])
  await database.close()
}
