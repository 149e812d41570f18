import { createHash, createHmac } from 'node:crypto'
import canonicalize from 'canonicalize'

/** What happened to a sale, and by whom, as `payload.by`. Payloads may hold personal data; chains never do. */
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
  /** UTC ISO 8601 with milliseconds. */
  at: string
  payload: Readonly<{ by: 'customer' | 'agent' | 'office' | 'server' } & Record<string, unknown>>
}>

/** A link of the chain before it has its hash; hashes in hex. */
export type Link = Readonly<{
  chain: string
  seq: number
  type: string
  at: string
  commit: string
  prev: string
}>

/** What stands for the hash before the first event. */
export const NO_EVENT = '0'.repeat(64)

/** Commits to a payload. Without the salt it says nothing about it, not even to a guess. */
export const commitmentTo = (payload: object, salt: Uint8Array): string =>
  createHmac('sha256', salt)
    .update(canonicalize(payload) as string)
    .digest('hex')

/** The hash of an event, which covers all events before it. */
export const eventHash = ({ chain, seq, type, at, commit, prev }: Link): string =>
  createHash('sha256')
    .update('doorstep.event.v1\n')
    .update(canonicalize({ chain, seq, type, at, commit, prev }) as string)
    .digest('hex')
