import type { Result } from '#domain/kernel/result.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyOf } from '../key/public-keys.ts'

/** The numbers of verified rows, by the names that the command prints. */
export type Verified = Readonly<{
  keys: number
  agreements: number
  events: number
  chains: number
  evidence: number
  documents: number
  /** How many of the documents were erased. */
  erased: number
  sales: number
  /** The sales that were changed after they were sealed, and whose next version says so. */
  corrected: readonly string[]
  days: number
}>

export type PassContext = Readonly<{
  db: Db
  keyOf: KeyOf
  /** Receives the number of verified rows of a table so far. */
  report: (table: string, rows: number) => void
}>

/**
 * Verifies one kind of row and returns the counts, or the first break in one line: the table, the sale and what does
 * not fit.
 */
export type Pass = (context: PassContext) => Promise<Result<Partial<Verified>, string>>
