import { setTimeout as delay } from 'node:timers/promises'
import { loggedError } from '../log.ts'
import { type AttemptOptions, attemptDelivery } from './attempt-delivery.ts'
import type { Delivery, Receiving } from './deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from './handler.ts'
import { releaseClaims } from './states.queries.ts'

type RunningAttempt = { delivery: Delivery; outcome: Promise<DeliveryOutcome> }

/** The attempts of one target that run in this process. */
export type RunningAttempts = {
  count(): number
  find(deliveryId: number): RunningAttempt | undefined
  /** Starts an attempt at a leased delivery. Rejects only if the database fails. */
  start(delivery: Delivery): Promise<DeliveryOutcome>
  /** Waits up to `drainMs` for the attempts to end, then releases and aborts the rest. */
  stop(drainMs: number): Promise<void>
}

/** Creates the running attempts of one target. Calls `ended` after each attempt. */
export function createRunningAttempts(
  given: AttemptOptions & { handler: DeliveryHandler; receiving: Receiving },
  ended: () => void,
): RunningAttempts {
  const { db, log, handler } = given
  const running = new Map<number, RunningAttempt>()
  const cutOff = new AbortController()
  const allEnded = () => Promise.allSettled([...running.values()].map(({ outcome }) => outcome))

  return {
    count: () => running.size,
    find: (deliveryId) => running.get(deliveryId),
    start(delivery) {
      const outcome = attemptDelivery(delivery, { ...given, cutOff: cutOff.signal }).finally(() => {
        running.delete(delivery.id)
        ended()
      })
      running.set(delivery.id, { delivery, outcome })
      return outcome
    },
    async stop(drainMs) {
      await Promise.race([allEnded(), delay(drainMs, undefined, { ref: false })])
      const unfinished = [...running.values()].map(({ delivery }) => delivery)
      await releaseClaims(db, unfinished, handler.catchesUpMs ?? 0).catch((error) =>
        log.error({ error: loggedError(error) }, 'Leases could not be released'),
      )
      cutOff.abort()
      await allEnded()
    },
  }
}
