import { type Loop, startLoop } from '../../deliveries/loop.ts'
import { loggedError } from '../../log.ts'
import type { EventsContext } from './apply-crm-status.commands.ts'
import { pollOpportunities } from './poll-opportunities.job.ts'
import { workOffEvents } from './work-off-events.job.ts'

/** Follows what the users of the CRM do there: by its events, and by looking, for what was never sent. */
export type CrmEvents = {
  start(): void
  /** Says that an event was stored. */
  wake(): void
  stop(): Promise<void>
}

/** How often to look for what falls due or was left behind by another process. */
const EVENTS_PACE = { restMs: 2_000, soonMs: 0 }
/** How often to ask whether a poll is due; one process has it. */
const POLL_PACE = { restMs: 30_000, soonMs: 0 }

/** Any number of processes that do so share the work. */
export function createCrmEvents(context: EventsContext): CrmEvents {
  const failed = (error: unknown) =>
    context.log.error({ error: loggedError(error) }, 'Following the CRM failed')
  let events: Loop | undefined
  let polls: Loop | undefined
  return {
    start() {
      events ??= startLoop((stopping) => workOffEvents(context, stopping), EVENTS_PACE, failed)
      polls ??= startLoop(
        async (stopping) => {
          await pollOpportunities(context, stopping)
          events?.wake()
        },
        POLL_PACE,
        failed,
      )
    },
    wake: () => events?.wake(),
    async stop() {
      await Promise.all([events?.stop(), polls?.stop()])
    },
  }
}
