import type { ColumnType } from 'kysely'

/** Times leave the database as text (UTC ISO 8601) and enter it as text; both drivers are set so. */
export type Moment = ColumnType<string, string | undefined, string>

export type MomentOrNull = string | null

/** `numeric` leaves as text, exact; it enters as a number or text. */
export type Amount = ColumnType<string, number | string, number | string>

export type AmountOrNull = ColumnType<
  string | null,
  number | string | null | undefined,
  number | string | null
>

/** Bytes leave as a `Uint8Array` of either driver. */
export type Bytes = Uint8Array

export type CrmProvider = 'sandbox' | 'gohighlevel'

export type DealtWith = { dealt_with_at: MomentOrNull; dealt_with_by: string | null }
