/** A parsed query in the PostgREST dialect, not yet checked against a table. */
export type Query = {
  /** Empty means every column. */
  select: Selected[]
  order: Ordering[]
  limit: number | undefined
  offset: number | undefined
  /** All of them must hold. */
  filters: Filter[]
  /** The conditions on the rows of an embedded table, with its name. */
  embeddedFilters: { embed: string; filter: Filter }[]
  /** The columns that a write takes from its rows. It ignores all others. */
  columns: string[] | undefined
  onConflict: string[] | undefined
}

export type Selected =
  | { kind: 'all' }
  /** One column under a name that the client chose, perhaps cast to another type. */
  | { kind: 'column'; column: string; alias: string; cast: string | undefined }
  | SelectedEmbed
  | { kind: 'aggregate' }

/** Columns of a related table, as an object, or among the row's own columns if it is spread. */
export type SelectedEmbed = {
  kind: 'embed'
  table: string
  alias: string
  isSpread: boolean
  /** `inner`, `left` or the foreign key. */
  hints: string[]
  select: Selected[]
}

export type Ordering = {
  /** The embedded table that has the column. Undefined for the row's own columns. */
  embed: string | undefined
  column: string
  descending: boolean
  nulls: 'first' | 'last' | undefined
}

/** The comparisons that a client may make with any or all of several values. */
export const QUANTIFIABLE = ['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'] as const
export const COMPARISONS = [...QUANTIFIABLE, 'neq', 'isdistinct'] as const
export type Comparison = (typeof COMPARISONS)[number]

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Compare = {
  kind: 'compare'
  column: string
  negated: boolean
  comparison: Comparison
  /** If set, the value is an array in the database's form: `{a,"b c"}`. */
  quantifier: 'any' | 'all' | undefined
  value: string
}

export type Filter =
  | Compare
  | { kind: 'in'; column: string; negated: boolean; values: string[] }
  | { kind: 'is'; column: string; negated: boolean; value: IsValue }
  | { kind: 'and' | 'or'; negated: boolean; filters: Filter[] }
