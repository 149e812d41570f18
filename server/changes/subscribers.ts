import type { StreamedChange } from './changes.queries.ts'
import { type Cursor, isAfter } from './cursor.ts'
import { eventsByScope, reloadEvent, type StreamScope } from './events.ts'

/** Receives the bytes of one or more events. */
export type Subscriber = (events: Buffer | string) => void

/** Receives all new changes as objects, not as events. */
export type Follower = {
  receive(changes: readonly StreamedChange[]): void
  /** Called if changes were lost. The lists must then be read again. */
  startOver(): void
}

/** Every stream and follower in this process that receives changes. */
export class Subscribers {
  readonly #subscriptions = new Set<{ from: Cursor; subscriber: Subscriber; scope: StreamScope }>()
  readonly #followers: Follower[] = []

  /** The number of subscribers, without the followers. */
  get size(): number {
    return this.#subscriptions.size
  }

  /** Adds a subscriber to the changes of its scope after `from`. Returns a function that removes it. */
  add(from: Cursor, subscriber: Subscriber, scope: StreamScope): () => void {
    const subscription = { from, subscriber, scope }
    this.#subscriptions.add(subscription)
    return () => this.#subscriptions.delete(subscription)
  }

  /** Adds a follower for as long as the process lives. */
  follow(follower: Follower): void {
    this.#followers.push(follower)
  }

  /** Passes on the next changes in order. A subscriber that already has some of them receives only the others. */
  publish(changes: readonly StreamedChange[]): void {
    const [first] = changes
    if (!first) return
    const eventsOf = eventsByScope(changes)
    for (const { from, subscriber, scope } of this.#subscriptions) {
      const knowsNone = isAfter(first.cursor, from)
      const unknown = () => changes.filter(({ cursor }) => isAfter(cursor, from))
      const events = knowsNone ? eventsOf(scope) : eventsByScope(unknown())(scope)
      if (events.length > 0) subscriber(events)
    }
    for (const follower of this.#followers) follower.receive(changes)
  }

  /** Makes all subscribers and followers read the lists again and continue from this position. */
  startOver(from: Cursor): void {
    for (const subscription of this.#subscriptions) {
      subscription.from = from
      subscription.subscriber(reloadEvent(from))
    }
    for (const follower of this.#followers) follower.startOver()
  }
}
