import { createLoop, startInTurn } from '../../jobs/loop.ts'
import type { EventsContext } from './apply-crm-status.commands.ts'
import { pollOpportunities } from './poll-opportunities.job.ts'
import { workOffEvents } from './work-off-events.job.ts'

/** Follows the CRM: works off its events and polls for changes that no event reported. */
export type CrmEvents = {
  /** Starts the jobs. Resolves when all due events are worked off. */
  start(): Promise<void>
  /**
   * Must be called, in any process, after an event is stored. If this process does not run the jobs, wakes the others.
   */
  wake(): void
  stop(): Promise<void>
}

/** How often to look for events that fall due or that another process left behind. */
const EVENTS_REST_MS = 2_000
/** How often to check whether a poll is due. Only one process at a time can claim it. */
const POLL_REST_MS = 30_000

/** Creates the jobs that follow the CRM. Any number of processes can share the work. */
export function createCrmEvents(context: EventsContext, wakeOthers: () => void = () => {}): CrmEvents {
  const { log } = context
  let isStarted = false
  const events = createLoop({
    name: 'crm-events',
    work: (stopping) => workOffEvents(context, stopping),
    restMs: EVENTS_REST_MS,
    soonMs: 0,
    log,
  })
  const polls = createLoop({
    name: 'crm-poll',
    async work(stopping) {
      await pollOpportunities(context, stopping)
      events.wake()
    },
    restMs: POLL_REST_MS,
    log,
  })
  return {
    start() {
      isStarted = true
      return startInTurn([events, polls])
    },
    wake: () => (isStarted ? events.wake() : wakeOthers()),
    async stop() {
      await Promise.all([events.stop(), polls.stop()])
    },
  }
}
