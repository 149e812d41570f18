import type { FastifyBaseLogger } from 'fastify'
import { createGoHighLevelCrm } from '#crm/gohighlevel/gohighlevel-crm.ts'
import type { GoHighLevelSettings } from '#crm/gohighlevel/http/settings.ts'
import type { Crm } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { deliverProgressJob } from './automation/deliver-progress.job.ts'
import { type ChangeFeed, createChangeFeed } from './changes/change-feed.ts'
import { createChangePruning } from './changes/prune-changes.job.ts'
import type { Config } from './config.ts'
import { acknowledgeCancellationJob } from './copy/acknowledge-cancellation.job.ts'
import { mailCopyJob } from './copy/mail-copy.job.ts'
import { createMailQueue } from './copy/queue-mails.job.ts'
import { createCallBudget } from './crm-sync/budget/call-budget.ts'
import { type CrmEvents, createCrmEvents } from './crm-sync/events/crm-events.ts'
import { createLeadPulls, type LeadPulls } from './crm-sync/pull/lead-pulls.ts'
import { findOwner } from './crm-sync/push/crm-links.queries.ts'
import { pushSaleJob } from './crm-sync/push/push-sale.job.ts'
import { pushVisitsJob } from './crm-sync/visits/push-visits.job.ts'
import { beginDatabase } from './db/database.ts'
import type { OpeningDatabase } from './db/handle.ts'
import type { Db } from './db/schema.ts'
import { createDeliveries, type Deliveries } from './deliveries/deliveries.ts'
import { createDayClosing } from './documents/days/close-day.job.ts'
import { createSealKeys, type SealKeys } from './documents/key/seal-keys.ts'
import { createSealQueue } from './documents/queue-seals.job.ts'
import { createSealThread, type SealThread } from './documents/seal/seal-thread.ts'
import { sealSaleJob } from './documents/seal-sale.job.ts'
import { type Callers, createCallers } from './identity/callers.ts'
import { operatorKeyFor } from './identity/operator-key.ts'
import { createHints, type Hints } from './jobs/hints.ts'
import { type Loop, startInTurn } from './jobs/loop.ts'
import { createLeadPlacing } from './lead-places/place-leads.job.ts'
import { noMail } from './mail/no-mail.ts'
import { createMapFile, type MapFile } from './map/map-file.ts'
import { doesWork, servesApi } from './role.ts'
import { RecentSales } from './sales/recent-sales.ts'
import { createSaleWriter, type SaleWriter } from './sales/sale-writer.ts'
import { createTallyFolding } from './territory/fold-tallies.job.ts'

/** Everything that has a lifetime. It is created once, in this file, and passed to routes and jobs. */
export type Context = {
  config: Config
  log: FastifyBaseLogger
  database: OpeningDatabase
  db: Db
  /** For searches by pattern: cancels those that take too long. */
  searchDb: Db
  crm: Crm
  /** Resolves who calls. Call `forget()` after a commit that changed people, phones or tokens. */
  callers: Callers
  /**
   * The workers of the deliveries. Call `wake()` after a commit that queued a report or a retry; a sale's push falls
   * due later.
   */
  deliveries: Deliveries
  leadPulls: LeadPulls
  crmEvents: CrmEvents
  /** Wakes the workers of other processes after a commit in a process that does no work itself. */
  workHints: Hints
  /** The reader of new changes. Call `wake()` after a commit that changed a lead or an opportunity. */
  changeFeed: ChangeFeed
  changePruning: Loop
  tallyFolding: Loop
  leadPlacing: Loop
  /** The company's key, which seals documents and signs statements. */
  sealKeys: SealKeys
  sealThread: SealThread
  sealQueue: Loop
  mailQueue: Loop
  dayClosing: Loop
  /** The unfinished sales that this process remembers. */
  recentSales: RecentSales
  saleWriter: SaleWriter
  mapFile: MapFile
  /** Aborted when the process must end; it then takes no more work. */
  stopping: AbortController
}

/** Replacements for tests: a CRM that can be broken, and a thread that outlives the context. */
type Replaced = { crmOver?: (crm: Crm) => Crm; sealThread?: SealThread }

/** Begins to open the database and builds everything on it. Nothing runs yet. */
export async function createContext(
  config: Config,
  log: FastifyBaseLogger,
  { crmOver = (crm) => crm, sealThread = createSealThread() }: Replaced = {},
): Promise<Context> {
  const database = await beginDatabase(config, log)
  const { db, searchDb } = database
  const crm = crmOver(config.crm ? connectGoHighLevel(db, config.crm) : createSandboxCrm(db))
  const changeFeed = createChangeFeed({ ...database, log })
  const saleWriter = createSaleWriter(db)
  const workHints = createHints({ ...database, log }, 'doorstep_work')
  const callerHints = createHints({ ...database, log }, 'doorstep_callers')
  const sealKeys = createSealKeys({ config, db, log })
  const mail = config.mail ? (await import('./mail/smtp-mail.ts')).createSmtpMail(config.mail) : noMail
  const handlers = {
    crm: pushSaleJob({ db, crm, changeFeed, log }),
    automation: deliverProgressJob({ config }),
    seal: sealSaleJob({ db, config, sealKeys, sealThread }),
    copy: mailCopyJob({ db, mail }),
    acknowledgement: acknowledgeCancellationJob({ db, mail }),
    visits: pushVisitsJob({ db, crm, log }),
  }
  const deliveries = createDeliveries({
    db,
    log,
    handlers,
    phonesWait: saleWriter.isBusy,
    wakeOthers: workHints.send,
  })
  return {
    config,
    log,
    database,
    db,
    searchDb,
    crm,
    callers: createCallers({ config, db, hints: callerHints, operatorKey: operatorKeyFor(config) }),
    changeFeed,
    changePruning: createChangePruning({ db, log }),
    tallyFolding: createTallyFolding({ db, log }),
    leadPlacing: createLeadPlacing({ db, log }),
    sealKeys,
    sealThread,
    sealQueue: createSealQueue({ db, log, deliveries }),
    mailQueue: createMailQueue({ db, log, deliveries }),
    dayClosing: createDayClosing({ db, log, sealKeys }),
    recentSales: new RecentSales(),
    saleWriter,
    mapFile: createMapFile({ dataDir: config.dataDir, log }),
    stopping: new AbortController(),
    deliveries,
    leadPulls: createLeadPulls({ db, crm, changeFeed, log, source: leadSourceOf(config) }),
    crmEvents: createCrmEvents({ db, crm, changeFeed, log }, workHints.send),
    workHints,
  }
}

const connectGoHighLevel = (db: Db, settings: GoHighLevelSettings) =>
  createGoHighLevelCrm({
    settings,
    budget: createCallBudget({ db, locationId: settings.locationId }),
    findOwningSession: (opportunityId) => findOwner(db, opportunityId),
  })

/** Each location and tag has its own leads, and so its own watermark. */
const leadSourceOf = ({ crm }: Config) =>
  crm ? JSON.stringify(['gohighlevel', crm.locationId, crm.leadTag ?? '']) : 'sandbox'

/** Starts the background work of this role. The schema must be up to date. */
export async function startContext(context: Context): Promise<void> {
  const { config, changeFeed, changePruning, tallyFolding, deliveries, leadPulls, crmEvents } = context
  if (servesApi(config.role)) {
    context.callers.start()
    await changeFeed.start()
  }
  context.sealKeys.start()
  if (!doesWork(config.role)) return
  context.workHints.start(() => {
    deliveries.wake()
    crmEvents.wake()
  })
  void startInTurn([
    deliveries,
    leadPulls,
    context.sealQueue,
    ...(config.mail ? [context.mailQueue] : []),
    context.dayClosing,
    tallyFolding,
    // These can take minutes the first time.
    crmEvents,
    changePruning,
    context.leadPlacing,
  ])
}

/** Stops the background work, then closes the database. */
export async function closeContext(context: Context): Promise<void> {
  const { changeFeed, changePruning, tallyFolding, deliveries, leadPulls, crmEvents, database } = context
  const working = [
    deliveries,
    leadPulls,
    crmEvents,
    changePruning,
    tallyFolding,
    context.leadPlacing,
    context.sealKeys,
    context.sealQueue,
    context.mailQueue,
    context.dayClosing,
  ]
  await Promise.all(working.map((one) => one.stop()))
  await Promise.all([context.sealThread.stop(), context.mapFile.close()])
  // Work that has just ended may have sent hints.
  await Promise.all([changeFeed.stop(), context.workHints.stop(), context.callers.stop()])
  await database.close()
}
