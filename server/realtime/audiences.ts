import type { StreamedChange } from '../changes/changes.queries.ts'
import { isInScope, type StreamScope } from '../changes/events.ts'
import { type Binding, isWanted } from './binding.ts'
import { type ChangeMessage, toMessage } from './change-message.ts'
import { packFrame, type Version, writeFrame } from './frames.ts'

/** The changes that one channel of one socket follows. */
export type Subscription = {
  topic: string
  version: Version
  /** The changes that the socket wants and may see. */
  scope: StreamScope
  bindings: readonly Binding[]
}

/** Receives a packed frame, ready to be sent. */
export type Listener = (packed: Buffer) => void

/**
 * The channels that follow the same changes under the same name. A change is compared and written once for all of them.
 */
type Audience = Subscription & { listeners: Set<Listener> }

/** Returns the id of a subscription within its channel. It is never 0, which the client would treat as missing. */
export const bindingId = (index: number) => index + 1

/** Passes changes on to the channels that follow them. Keeps nothing for a channel that is not connected. */
export class Audiences {
  readonly #audiences = new Map<string, Audience>()

  /** Subscribes a channel to every later change. Returns a function that unsubscribes it. */
  join(subscription: Subscription, listener: Listener): () => void {
    const key = keyOf(subscription)
    const audience = this.#audiences.get(key) ?? { ...subscription, listeners: new Set() }
    this.#audiences.set(key, audience)
    audience.listeners.add(listener)
    return () => {
      audience.listeners.delete(listener)
      if (audience.listeners.size === 0) this.#audiences.delete(key)
    }
  }

  publish(changes: readonly StreamedChange[]): void {
    if (this.#audiences.size === 0) return
    for (const message of changes.filter(({ isStreet }) => !isStreet).map(toMessage))
      for (const audience of this.#audiences.values()) {
        const frame = frameFor(audience, message)
        if (frame) for (const listener of audience.listeners) listener(frame)
      }
  }
}

const keyOf = ({ topic, version, scope, bindings }: Subscription) =>
  JSON.stringify([
    topic,
    version,
    scope.area ?? null,
    scope.onlyOf ?? null,
    bindings.map(({ entry }) => entry),
  ])

function frameFor({ topic, version, scope, bindings }: Audience, change: ChangeMessage): Buffer | undefined {
  if (!isInScope(change, scope)) return undefined
  const { table, type, row, data } = change
  const ids = bindings.flatMap((one, index) => (isWanted(one, table, type, row) ? [bindingId(index)] : []))
  if (ids.length === 0) return undefined
  const message = { joinRef: null, ref: null, topic, event: 'postgres_changes' }
  return packFrame(writeFrame(version, message, `{"ids":[${ids}],"data":${data}}`))
}
