import type { Result } from '#domain/kernel/result.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyOf } from '../key/public-keys.ts'

/** How many rows were verified, by what the command calls them. */
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
  /** The sales that were changed after they had been sealed, and whose next version says so. */
  corrected: readonly string[]
  days: number
}>

export type PassContext = Readonly<{
  db: Db
  keyOf: KeyOf
  /** Receives how many rows of a table have been verified so far. */
  report: (table: string, rows: number) => void
}>

/**
 * Verifies one kind of rows and returns their counts, or the first break: the table, the sale and what does not fit, in
 * one line.
 */
export type Pass = (context: PassContext) => Promise<Result<Partial<Verified>, string>>
