import type { KyselyPlugin } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Delivery } from './deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from './handler.ts'

type Attempt = { delivery: Delivery; signal: AbortSignal; answer(outcome: DeliveryOutcome): void }

/** Creates a target whose attempts a test answers one by one. Retries are due at once. */
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
    /** Resolves to the next attempt. */
    async next(): Promise<Attempt> {
      for (;;) {
        const attempt = arrived.shift()
        if (attempt) return attempt
        await arrival.promise
      }
    },
    /** The attempts that no call of `next` has returned yet. */
    unseen: () => arrived.map(({ delivery }) => delivery),
  }
}

/** Wraps a database; `answered` resolves after the next `count` queries through it. */
export function watchQueries(given: Db) {
  const listeners: (() => void)[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      for (const listener of listeners) listener()
      return result
    },
  }
  return {
    db: given.withPlugin(plugin),
    answered(count: number): Promise<void> {
      return new Promise((resolve) => {
        let left = count
        listeners.push(() => {
          left -= 1
          if (left === 0) setImmediate(resolve)
        })
      })
    },
  }
}
