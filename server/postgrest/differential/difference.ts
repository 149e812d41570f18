import type { Call } from './real-postgrest.ts'

/** Requests that the two servers answer differently on purpose, by status and code. `why` is in docs/product 7.13. */
export type Difference = { why: string; theirs: string; ours: string; calls: Call[] }
