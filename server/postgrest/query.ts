/** A parsed query in the PostgREST dialect, not yet checked against a table. */
export type Query = {
  /** Empty means every column. */
  select: Selected[]
  order: Ordering[]
  limit: number | undefined
  offset: number | undefined
  /** All of them must hold. */
  filters: Filter[]
  /** The only columns that a write takes from its rows. */
  columns: string[] | undefined
  onConflict: string[] | undefined
}

/** One column under a name of the client's choice, or all of them under their own names. */
export type Selected = { column: string; alias: string } | '*'

export type Ordering = { column: string; descending: boolean; nulls: 'first' | 'last' | undefined }

export const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const
export type Comparison = (typeof COMPARISONS)[number]

export const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const
export type IsValue = (typeof IS_VALUES)[number]

export type Filter = { negated: boolean } & (
  | { kind: 'compare'; column: string; comparison: Comparison; value: string }
  | { kind: 'in'; column: string; values: string[] }
  | { kind: 'is'; column: string; value: IsValue }
  | { kind: 'and' | 'or'; filters: Filter[] }
)
