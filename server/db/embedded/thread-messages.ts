import type { PostgresCode } from './postgres-code.ts'

/** PGlite's name for the lines of a COPY. A statement that ends with it has the lines as its only parameter. */
export const COPIED_LINES = "from '/dev/blob'"

/** What a thread is started with: whether it compiles PostgreSQL itself. */
export type ThreadData = { compiles: boolean }

/**
 * A request from the main thread to the database's thread. `id` matches a reply to its request. The first request opens
 * the folder of the files, with PostgreSQL's compiled code unless the thread compiles it.
 */
export type Request = { id: number } & (
  | { kind: 'open'; files: string; code?: PostgresCode }
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  | { kind: 'exec'; script: string }
  | { kind: 'close' }
)

/** The reply to the request with this `id`. */
export type Reply = { id: number; value: unknown } | { id: number; failure: Failure }

/** The rows of a query, and the number of rows that it changed. */
export type QueryResult = { rows: unknown[]; affectedRows: number | undefined }

/** The fields of a PostgreSQL error that the server reads. The others can hold personal data. */
export const FAILURE_FIELDS = ['code', 'severity', 'constraint', 'table', 'column'] as const

/** An error in the form that passes between threads. Only the message of an `Error` would survive. */
export type Failure = { message: string } & { [Field in (typeof FAILURE_FIELDS)[number]]?: string }
