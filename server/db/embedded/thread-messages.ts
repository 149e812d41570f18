import type { PostgresCode } from './postgres-code.ts'

/** What the database's thread starts with: the folder of the files, and PostgreSQL's compiled code. */
export type Opening = { files: string; code: PostgresCode }

/** Where a COPY finds its lines: PGlite's name for them. Such a statement has the lines as its one parameter. */
export const COPIED_LINES = "from '/dev/blob'"

/** What the main thread asks of the database's thread. `id` joins a reply to its request. */
export type Request = { id: number } & (
  | { kind: 'query'; sql: string; parameters: readonly unknown[] }
  | { kind: 'exec'; script: string }
  | { kind: 'close' }
)

/** The reply to the request with this `id`; the reply to `OPENING` reports whether the database has opened. */
export type Reply = { id: number; value: unknown } | { id: number; failure: Failure }

export const OPENING = 0

/** A query's rows, and how many it changed. */
export type QueryResult = { rows: unknown[]; affectedRows: number | undefined }

/** The fields of PostgreSQL's errors that the server reads. The others can hold personal data. */
export const FAILURE_FIELDS = ['code', 'severity', 'constraint', 'table', 'column'] as const

/** An error as it crosses between threads, where only the message would survive. */
export type Failure = { message: string } & { [Field in (typeof FAILURE_FIELDS)[number]]?: string }
