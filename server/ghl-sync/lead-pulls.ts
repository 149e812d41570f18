import type { FastifyBaseLogger } from 'fastify'
import { type Loop, startLoop } from '../jobs/loop.ts'
import { loggedError } from '../log.ts'
import { findRunningPull } from './lead-pulls.queries.ts'
import { pruneSyncLog } from './prune-sync-log.job.ts'
import { type Pulling, type PullOutcome, pullLeads } from './pull-leads.ts'

/** The pulls of leads of this process, and the size of the log that they and the pushes leave. */
export type LeadPulls = {
  /** Goes on with a pull whose process died. */
  start(): Promise<void>
  /** Pulls, or joins the pull that runs; resolves when it is over. */
  run(): Promise<PullOutcome>
  /** Leaves a running pull to the next process. */
  stop(): Promise<void>
}

const PRUNING = { restMs: 600_000, soonMs: 1_000 }

/** Builds the pulls from one source; one runs at a time, whoever asks. */
export function createLeadPulls(
  given: Pulling & { source: string; log: Pick<FastifyBaseLogger, 'error'> },
): LeadPulls {
  const { db, source, log } = given
  const stopping = new AbortController()
  let running: Promise<PullOutcome> | undefined
  let pruning: Loop | undefined

  const run = () => {
    running ??= pullLeads(given, stopping.signal).finally(() => {
      running = undefined
    })
    return running
  }
  const logCrash = (error: unknown) => log.error({ error: loggedError(error) }, 'The sync of leads crashed')

  return {
    async start() {
      pruning ??= startLoop((signal) => pruneSyncLog(db, signal), PRUNING, logCrash)
      if ((await findRunningPull(db, source)) !== undefined) run().catch(logCrash)
    },
    run,
    async stop() {
      stopping.abort()
      await Promise.all([pruning?.stop(), running?.catch(logCrash)])
    },
  }
}
