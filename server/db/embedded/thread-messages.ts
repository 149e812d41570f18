import type { PostgresCode } from './postgres-code.ts'

/** Where a COPY finds its lines: PGlite's name for them. Such a statement has the lines as its one parameter. */
export const COPIED_LINES = "from '/dev/blob'"

/**
 * What the main thread asks of the database's thread. `id` joins a reply to its request. The first request opens the
 * folder of the files with PostgreSQL's compiled code.
 */
export type Request = { id: number } & (
  | { kind: 'open'; files: string; code: PostgresCode }
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  | { kind: 'exec'; script: string }
  | { kind: 'close' }
)

/** The reply to the request with this `id`. */
export type Reply = { id: number; value: unknown } | { id: number; failure: Failure }

/** A query's rows, and how many it changed. */
export type QueryResult = { rows: unknown[]; affectedRows: number | undefined }

/** The fields of PostgreSQL's errors that the server reads. The others can hold personal data. */
export const FAILURE_FIELDS = ['code', 'severity', 'constraint', 'table', 'column'] as const

/** An error as it crosses between threads, where only the message would survive. */
export type Failure = { message: string } & { [Field in (typeof FAILURE_FIELDS)[number]]?: string }
