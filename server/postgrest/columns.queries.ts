import { type RawBuilder, sql } from 'kysely'
import type { Column } from './catalogue.ts'
import type { ShownColumn } from './selection.ts'

/** The lengths of texts, which the database knows without reading them. */
export const textLengths = (columns: readonly Column[]) =>
  columns
    .filter(({ type }) => type === 'text')
    .map(({ name }) => sql.raw(`coalesce(octet_length("${name}"), 0)`))

/**
 * Raw SQL if the name is the catalogue's own, which halves the time of a list here; a client's alias is always
 * escaped.
 */
export function wireColumn(alias: string, shown: ShownColumn): RawBuilder<unknown> {
  const wire = toWire(shown)
  return alias === shown.column.name
    ? sql.raw(`${wire} as "${alias}"`)
    : sql`${sql.raw(wire)} as ${sql.id(alias)}`
}

/** A column as JSON has it, or cast. Every name and type in it is from a list of ours. */
export function toWire({ column: { name, type }, cast }: ShownColumn): string {
  if (cast !== undefined) return `cast("${name}" as ${cast})`
  if (type === 'moment') return `iso("${name}")`
  return type === 'decimal' ? `trim_scale("${name}")::text` : `"${name}"`
}
