import type { IncomingHttpHeaders } from 'node:http'
import { seeded } from './seeded.ts'

/** A request that reached the double. `operation` is its name in `documents.ts`. */
export type DoubleRequest = {
  operation: string | undefined
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: unknown
}

/**
 * What goes wrong with one call:
 * - `…-after`: GoHighLevel carries it out, then the response is lost.
 * - `duplicate`: it creates, and refuses as if this were the second time.
 * - `created-422`: it creates, and answers that the body is invalid.
 * - `created-without-id`: it creates, and returns no id.
 * - `two-contacts`: just before, a user adds one contact with the email and one with the phone.
 * - `stale-search`: the search does not yet return what was written.
 */
export type Fault =
  | 'bad-token'
  | 'scope'
  | 'rate-limited'
  | 'daily-limit'
  | 'server-error'
  | 'html-404'
  | 'html-502'
  | 'timeout-before'
  | 'timeout-after'
  | 'reset-before'
  | 'reset-after'
  | 'created-422'
  | 'created-without-id'
  | 'duplicate'
  | 'two-contacts'
  | 'stale-search'
  | { latencyMs: number }

export type Faults = (request: DoubleRequest) => Fault | undefined

const ANYWHERE: readonly Fault[] = [
  'bad-token',
  'scope',
  'rate-limited',
  'server-error',
  'html-502',
  'timeout-before',
  'timeout-after',
  'reset-before',
  'reset-after',
  { latencyMs: 30 },
]
const ON: Readonly<Record<string, readonly Fault[]>> = {
  'create-opportunity': ['created-422', 'duplicate'],
  'search-opportunities': ['stale-search'],
  'create-note': ['created-without-id'],
  'create-task': ['created-without-id'],
}

/** Breaks this share of the calls, with each kind of fault equally likely. The same seed makes the same choices. */
export function mixedFaults(rate: number, seed: number): Faults {
  const random = seeded(seed)
  return ({ operation = '' }) => {
    if (random() >= rate) return undefined
    const choices = [...ANYWHERE, ...(ON[operation] ?? [])]
    return choices[Math.floor(random() * choices.length)]
  }
}
