import type { Delivery } from './deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from './deliveries.ts'

type Attempt = { delivery: Delivery; signal: AbortSignal; answer(outcome: DeliveryOutcome): void }

/** A target whose attempts a test answers one by one. Retries are due at once. */
export function answeredByHand() {
  const arrived: Attempt[] = []
  let arrival = Promise.withResolvers<void>()
  const handler: DeliveryHandler = {
    backoff: () => 0,
    deliver: (delivery, signal) =>
      new Promise((answer) => {
        arrived.push({ delivery, signal, answer })
        arrival.resolve()
        arrival = Promise.withResolvers()
      }),
  }
  return {
    handler,
    /** The next attempt, as soon as there is one. */
    async next(): Promise<Attempt> {
      for (;;) {
        const attempt = arrived.shift()
        if (attempt) return attempt
        await arrival.promise
      }
    },
    /** Attempts that have come and were not looked at. */
    unseen: () => arrived.map(({ delivery }) => delivery),
  }
}
