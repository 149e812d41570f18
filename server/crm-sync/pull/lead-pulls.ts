import type { FastifyBaseLogger } from 'fastify'
import { type Loop, startLoop } from '../../deliveries/loop.ts'
import { loggedError } from '../../log.ts'
import { pruneSyncLog } from '../log/prune-sync-log.job.ts'
import { isPullLeft } from './lead-pulls.queries.ts'
import { type Pulling, type PullOutcome, pullLeads } from './pull-leads.ts'

/** The pulls of leads of this process, and the size of the log that they and the pushes leave. */
export type LeadPulls = {
  /** From now on goes on with a pull whose process died, whenever that is. */
  start(): void
  /** Pulls, or joins the pull that runs; resolves when it is over. */
  run(): Promise<PullOutcome>
  /** Leaves a running pull to the next process. */
  stop(): Promise<void>
}

const LOOKING = { restMs: 10_000, soonMs: 1_000 }
const PRUNING = { restMs: 600_000, soonMs: 1_000 }

/** Builds the pulls from one source; one runs at a time, whoever asks. */
export function createLeadPulls(
  given: Pulling & { source: string; log: Pick<FastifyBaseLogger, 'error'>; looking?: typeof LOOKING },
): LeadPulls {
  const { db, source, log, looking = LOOKING } = given
  const stopping = new AbortController()
  let running: Promise<PullOutcome> | undefined
  let loops: readonly Loop[] = []

  const run = () => {
    running ??= pullLeads(given, stopping.signal).finally(() => {
      running = undefined
    })
    return running
  }
  const logCrash = (error: unknown) => log.error({ error: loggedError(error) }, 'The sync of leads crashed')

  async function lookForLeft() {
    if (await isPullLeft(db, source)) run().catch(logCrash)
  }

  return {
    start() {
      loops = [
        startLoop(lookForLeft, looking, logCrash),
        startLoop((signal) => pruneSyncLog(db, signal), PRUNING, logCrash),
      ]
    },
    run,
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
      await running?.catch(logCrash)
    },
  }
}
