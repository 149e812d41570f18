import type { FastifyBaseLogger } from 'fastify'
import { createLoop, startInTurn } from '../../jobs/loop.ts'
import { loggedError } from '../../log.ts'
import { pruneSyncLog } from '../log/sync-log.queries.ts'
import { isPullLeft } from './lead-pulls.queries.ts'
import { type Pulling, type PullOutcome, pullLeads } from './pull-leads.ts'

/** The lead pulls of this process, and the job that prunes the sync log. */
export type LeadPulls = {
  /** Starts to take over pulls whose process died. Resolves after the first check. */
  start(): Promise<void>
  /** Pulls the leads, or joins the running pull. Resolves when it has ended. */
  run(): Promise<PullOutcome>
  /** Releases the running pull to another process. */
  stop(): Promise<void>
}

const LOOK_REST_MS = 10_000
const PRUNE_REST_MS = 600_000

/** Creates the pulls from one source. Only one of them runs at a time. */
export function createLeadPulls(
  given: Pulling & { source: string; log: Pick<FastifyBaseLogger, 'error'>; lookRestMs?: number },
): LeadPulls {
  const { db, source, log, lookRestMs = LOOK_REST_MS } = given
  const stopping = new AbortController()
  let running: Promise<PullOutcome> | undefined

  const run = () => {
    running ??= pullLeads(given, stopping.signal).finally(() => {
      running = undefined
    })
    return running
  }
  const logCrash = (error: unknown) => log.error({ error: loggedError(error) }, 'The sync of leads crashed')

  async function takeOverIfLeft() {
    if (await isPullLeft(db, source)) run().catch(logCrash)
  }

  const loops = [
    createLoop({ name: 'take-over-lead-pull', work: takeOverIfLeft, restMs: lookRestMs, log }),
    createLoop({
      name: 'prune-sync-log',
      work: (signal) => pruneSyncLog(db, signal),
      restMs: PRUNE_REST_MS,
      log,
    }),
  ]

  return {
    start: () => startInTurn(loops),
    run,
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
      await running?.catch(logCrash)
    },
  }
}
