import { type RawBuilder, sql } from 'kysely'
import type { Column } from './catalogue.ts'
import type { ShownColumn } from './selection.ts'

/** Returns SQL for the lengths of texts, which the database knows without reading them. */
export const textLengths = (columns: readonly Column[]) =>
  columns
    .filter(({ type }) => type === 'text')
    .map(({ name }) => sql.raw(`coalesce(octet_length("${name}"), 0)`))

/**
 * Returns a column of an answer. Uses raw SQL for a name of the catalogue, which halves the time that a list takes in
 * this process. Always escapes a client's alias.
 */
export function wireColumn(alias: string, shown: ShownColumn): RawBuilder<unknown> {
  const wire = toWire(shown)
  return alias === shown.column.name
    ? sql.raw(`${wire} as "${alias}"`)
    : sql`${sql.raw(wire)} as ${sql.id(alias)}`
}

/** Returns SQL for a column as JSON shows it, or cast. Every name and type in it is from one of our lists. */
export function toWire({ column: { name, type }, cast }: ShownColumn): string {
  if (cast !== undefined) return `cast("${name}" as ${cast})`
  if (type === 'moment') return `iso("${name}")`
  return type === 'decimal' ? `trim_scale("${name}")::text` : `"${name}"`
}
