import type { ContractClock } from './cooling-off.ts'

/**
 * The events of a chain by which the customer received the information about the right to cancel (docs/product 13.1).
 */
const INFORMING = ['copy-accepted', 'paper-given']

type Signed = {
  /** The moment of signing by the phone's clock, ISO 8601. */
  signedAt: string
  /** How far the server's clock was ahead of the phone's; null if the phone did not know. */
  serverAheadMs: number | null
  events: readonly { type: string; at: string }[]
}

/**
 * Returns the clock of a contract from the events of its chain. If the phone's clock was behind the server's, the
 * server's moment of signing counts, which is the later one.
 */
export function contractClock({ signedAt, serverAheadMs, events }: Signed): ContractClock {
  const informing = events.filter(({ type }) => INFORMING.includes(type)).map(({ at }) => at)
  return {
    signedAt: new Date(Date.parse(signedAt) + Math.max(0, serverAheadMs ?? 0)).toISOString(),
    informedAt: informing.toSorted()[0] ?? null,
  }
}
