import type { Listener } from './postgres/listener.ts'
import type { Db } from './schema.ts'

/** PostgreSQL cancels a statement that takes longer than this. */
export const STATEMENT_TIMEOUT_MS = 15_000
/** The number of searches by pattern that a process runs at once. The limit leaves room for the phones' lists. */
export const MAX_SEARCHES = 2

/** Loads many rows without a timeout, while the database goes on with its other work. */
export type Loader = Readonly<{
  /** Appends rows to a table. `target` has the form `name (columns)`; `lines` are whole lines of COPY's text format. */
  copy(target: string, lines: Uint8Array): Promise<void>
  /** Runs a statement that may take long, such as one that makes an index. */
  run(statement: string): Promise<void>
  close(): Promise<void>
}>

/** An open database of either kind. On both, the same query returns the same values (`result-types.ts`). */
export type Database = Readonly<{
  kind: 'embedded' | 'postgres'
  db: Db
  /**
   * For searches by pattern. PostgreSQL cancels each after a third of a phone's timeout; the embedded database has no
   * such limit.
   */
  searchDb: Db
  /** Brings the schema up to date and returns the names of the migrations that ran. */
  migrate(): Promise<string[]>
  /** Rejects if the database does not answer. */
  ping(): Promise<void>
  /**
   * Returns true if the disk has room for that many bytes, or by default for writes. Embedded database only, because we
   * must watch its disk ourselves.
   */
  hasRoom?(bytes?: number): boolean
  /** Opens a loader, which the caller closes. */
  openLoader(): Promise<Loader>
  /** Calls `onNotified` for each notification that any process sends on the channel. PostgreSQL only. */
  listen?(channel: string, onNotified: (payload: string) => void): Listener
  /** Resolves with the reason if the database cannot go on in this process. Embedded database only. */
  gaveUp?: Promise<Error>
  close(): Promise<void>
}>

/** A database that may not be open yet. Until `opened` resolves, only `migrate`, which waits for it, and `close` work. */
export type OpeningDatabase = Database &
  Readonly<{
    /** Rejects with `StartRefused` if the database does not open. */
    opened: Promise<void>
  }>
