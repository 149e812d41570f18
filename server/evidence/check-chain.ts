import { commitmentTo, eventHash, type Link, NO_EVENT } from './chain.ts'

/** An event as it is stored; hashes in hex. */
export type StoredEvent = Link & { hash: string; payload: Record<string, unknown> }

/** Whether each event of a chain has its number, follows the one before it, and fits its payload and its hash. */
export const isWhole = (events: readonly StoredEvent[], salt: Uint8Array): boolean =>
  events.every(({ payload, hash, ...link }, index) => {
    const before = events[index - 1]?.hash ?? NO_EVENT
    return (
      link.seq === index + 1 &&
      link.prev === before &&
      link.commit === commitmentTo(payload, salt) &&
      hash === eventHash(link)
    )
  })
