import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'
import type { Change } from '#protocol/changes.ts'
import { LEADS, OPPORTUNITIES, type Table } from '../postgrest/catalogue.ts'
import { type ChangedRow, type RowTest, readRowFilter } from './row-filter.ts'

/** A subscription exactly as the client wrote it, because the client compares the answer with it word by word. */
export type Entry = {
  event?: string | null | undefined
  schema?: string | null | undefined
  table?: string | null | undefined
  filter?: string | null | undefined
  select?: unknown
}

/** One subscription of a channel to changes. */
export type Binding = {
  entry: Entry
  event: Change['type'] | '*'
  /** The tables that it follows, each with a test for the rows that it wants. */
  tables: ReadonlyMap<string, RowTest>
}

const SCHEMA = 'public'
const FOLLOWED: ReadonlyMap<string, Table> = new Map(
  [LEADS, OPPORTUNITIES].map((table) => [table.name, table]),
)
const EVENTS: readonly Change['type'][] = ['INSERT', 'UPDATE', 'DELETE']

const refuseEntry = (sentence: string) => refuse('RealtimeDisabledForConfiguration', sentence)

/** Reads one subscription. As in the original, an unknown event counts as all of them. */
export function readBinding(entry: Entry): Decision<Binding> {
  const { schema, table, filter, select } = entry
  if (!schema && !table)
    return refuseEntry('No subscription params provided. Give a schema or a table to subscribe to.')
  if (select != null) return refuseEntry('Changes carry whole rows: leave out select.')
  const names = !table || table === '*' ? [...FOLLOWED.keys()] : [table]
  const tables = new Map<string, RowTest>()
  for (const name of names) {
    const followed = FOLLOWED.get(name)
    if (!followed || (schema && schema !== SCHEMA && schema !== '*'))
      return refuseTable(schema ?? SCHEMA, name)
    const test = filter?.trim() ? readRowFilter(followed, filter) : accept(() => true)
    if (!test.ok) return test
    tables.set(name, test.value)
  }
  const event = EVENTS.find((known) => known === entry.event?.toUpperCase()) ?? '*'
  return accept({ entry, event, tables })
}

const refuseTable = (schema: string, table: string) =>
  refuseEntry(
    `There are changes of ${[...FOLLOWED.keys()].map((name) => `${SCHEMA}.${name}`).join(' and ')}, not of ${schema.slice(0, 63)}.${table.slice(0, 63)}.`,
  )

/**
 * Returns true if the subscription wants this change. An erased row has only its id left, so every filter passes it.
 */
export function isWanted({ event, tables }: Binding, table: string, type: string, row: ChangedRow): boolean {
  const isErased = type === 'DELETE' && Object.keys(row).join() === 'id'
  return (
    (event === '*' || event === type) && (isErased ? tables.has(table) : (tables.get(table)?.(row) ?? false))
  )
}
