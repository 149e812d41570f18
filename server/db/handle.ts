import type { Listener } from './postgres/listener.ts'
import type { Db } from './schema.ts'

/** PostgreSQL cancels a statement that takes longer. */
export const STATEMENT_TIMEOUT_MS = 15_000
/** How many searches by pattern a process runs at a time, so that they leave room for the phones' lists. */
export const MAX_SEARCHES = 2

/** Loads many rows, without limits of time, beside everything else that the database does. */
export type Loader = Readonly<{
  /** Appends rows to a table, `name (columns)`; `lines` are whole lines of COPY's text format. */
  copy(target: string, lines: Uint8Array): Promise<void>
  /** Runs a statement that may take long, such as one that makes an index. */
  run(statement: string): Promise<void>
  close(): Promise<void>
}>

/** An open database of either kind. On both, the same query returns the same values (`result-types.ts`). */
export type Database = Readonly<{
  kind: 'embedded' | 'postgres'
  db: Db
  /** For searches by pattern: PostgreSQL cancels each after a third of a phone's timeout. The embedded database has no such limit. */
  searchDb: Db
  /** Brings the schema up to date and returns the names of the migrations that ran. */
  migrate(): Promise<string[]>
  /** Rejects if the database does not answer. */
  ping(): Promise<void>
  /** Whether the disk has room for writes, or that many bytes. Embedded database only: its disk is ours to watch. */
  hasRoom?(bytes?: number): boolean
  /** Opens a loader, which the caller closes. */
  openLoader(): Promise<Loader>
  /** Calls `onNotified` for each notification on the channel, from any process. PostgreSQL only. */
  listen?(channel: string, onNotified: (payload: string) => void): Listener
  /** Resolves with the reason if the database cannot go on in this process. Embedded database only. */
  gaveUp?: Promise<Error>
  close(): Promise<void>
}>
