import type { ColumnType } from 'kysely'

/** A time. Both drivers are set to return and accept it as text (UTC ISO 8601). */
export type Moment = ColumnType<string, string | undefined, string>

export type MomentOrNull = string | null

/** A `numeric`. It is read as exact text, and written as a number or text. */
export type Amount = ColumnType<string, number | string, number | string>

export type AmountOrNull = ColumnType<
  string | null,
  number | string | null | undefined,
  number | string | null
>

/** Both drivers return bytes as a `Uint8Array`. */
export type Bytes = Uint8Array

export type CrmProvider = 'sandbox' | 'gohighlevel'

export type DealtWith = { dealt_with_at: MomentOrNull; dealt_with_by: string | null }
