import { failed, type Result, success } from '#domain/kernel/result.ts'
import { commitmentTo, eventHash, type Link, NO_EVENT } from './chain.ts'

/** A stored event. Hashes are in hex. The payload is null if it is missing. */
export type StoredEvent = Link & { hash: string; payload: Record<string, unknown> | null }

/** How far the check of a chain has come. */
export type Followed = Readonly<{
  seq: number
  hash: string
  /** The first event without a payload that no erasure explains so far. */
  unexplained: number | undefined
}>

/** What does not fit in a chain: the table, the number of the event, and the reason. */
export type ChainBreak = Readonly<{ table: string; seq: number; reason: string }>

export const NOT_FOLLOWED: Followed = { seq: 0, hash: NO_EVENT, unexplained: undefined }

/**
 * Follows a chain to its next event, which must fit the one before it, its hash and its payload. `type` is null if only
 * the payload of the event is stored; `salt` is null if the evidence of the sale is not stored.
 */
export function follow(
  { type, hash, payload, ...link }: Omit<StoredEvent, 'type'> & { type: string | null },
  before: Followed,
  salt: Uint8Array | null,
): Result<Followed, ChainBreak> {
  const seq = before.seq + 1
  const broken = (table: string, reason: string) => failed({ table, seq, reason })
  if (type === null || link.seq !== seq) return broken('evidence_events', 'the event is missing')
  if (link.prev !== before.hash) return broken('evidence_events', 'it does not follow the event before it')
  if (eventHash({ ...link, type }) !== hash)
    return broken('evidence_events', 'its hash does not match its type, time and commitment')
  if (payload !== null && salt === null)
    return broken('sale_evidence', 'the salt of its chain is missing, its payload is not')
  if (payload !== null && salt !== null && commitmentTo(payload, salt) !== link.commit)
    return broken('event_payloads', 'its payload does not match its commitment, or the sale has another salt')
  const unexplained = before.unexplained ?? (payload === null ? seq : undefined)
  return success({ seq, hash, unexplained: type === 'erased' ? undefined : unexplained })
}

/** Returns a break if a payload is missing at the end and the chain does not say later that it was erased. */
export const findUnexplained = ({ unexplained: seq }: Followed): ChainBreak | undefined =>
  seq === undefined
    ? undefined
    : { table: 'event_payloads', seq, reason: 'its payload is missing, and it was not erased' }

/** Returns true if the events of a chain, in their order, fit as `verify` demands (docs/product 14.6). */
export function isWhole(events: readonly StoredEvent[], salt: Uint8Array): boolean {
  let followed = NOT_FOLLOWED
  for (const event of events) {
    const next = follow(event, followed, salt)
    if (!next.ok) return false
    followed = next.value
  }
  return findUnexplained(followed) === undefined
}
