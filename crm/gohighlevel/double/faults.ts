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
 * - `…-after`: GoHighLevel carries out the call, then the response is lost.
 * - `duplicate`: GoHighLevel creates the record, but refuses it as a duplicate.
 * - `created-422`: GoHighLevel creates the record, but answers that the body is invalid.
 * - `created-without-id`: GoHighLevel creates the record, but returns no id.
 * - `two-contacts`: just before the call, a user adds one contact with the email and one with the phone.
 * - `stale-search`: the search does not return the latest writes yet.
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

/** Breaks this share of the calls. Each kind of fault is equally likely. The same seed makes the same choices. */
export function mixedFaults(rate: number, seed: number): Faults {
  const random = seeded(seed)
  return ({ operation = '' }) => {
    if (random() >= rate) return undefined
    const choices = [...ANYWHERE, ...(ON[operation] ?? [])]
    return choices[Math.floor(random() * choices.length)]
  }
}
