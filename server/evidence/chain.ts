import { createHash, createHmac } from 'node:crypto'
import canonicalize from 'canonicalize'

/** What happened to a sale, and who did it (`payload.by`). Payloads may contain personal data; chains never do. */
export type EventOfSale = Readonly<{
  type:
    | 'agreement-shown'
    | 'signed'
    | 'received'
    | 'received-again'
    | 'checked'
    | 'corrected'
    | 'sealed'
    | 'cancel-acknowledged'
    | 'cancel-received'
    | 'code-renewed'
    | 'code-revoked'
    | 'confirmed'
    | 'copy-accepted'
    | 'copy-refused'
    | 'copy-downloaded'
    | 'disputed'
    | 'erased'
    | 'link-opened'
    | 'paper-given'
    | 'shared'
  /** The moment in UTC, ISO 8601 with milliseconds. */
  at: string
  payload: Readonly<{ by: 'customer' | 'agent' | 'office' | 'server' } & Record<string, unknown>>
}>

/** A link of the chain before it has its hash. Hashes are in hex. */
export type Link = Readonly<{
  chain: string
  seq: number
  type: string
  at: string
  commit: string
  prev: string
}>

/** The previous hash of the first event. */
export const NO_EVENT = '0'.repeat(64)

/** Returns the commitment to a payload. Without the salt it reveals nothing about the payload, not even to a guess. */
export const commitmentTo = (payload: object, salt: Uint8Array): string =>
  createHmac('sha256', salt)
    .update(canonicalize(payload) as string)
    .digest('hex')

/** Returns the hash of an event, which covers all events before it. */
export const eventHash = ({ chain, seq, type, at, commit, prev }: Link): string =>
  createHash('sha256')
    .update('doorstep.event.v1\n')
    .update(canonicalize({ chain, seq, type, at, commit, prev }) as string)
    .digest('hex')
