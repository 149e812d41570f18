import type { Change } from '#protocol/changes.ts'
import type { StreamedChange } from '../changes/changes.queries.ts'
import { type Column, LEADS, OPPORTUNITIES } from '../postgrest/catalogue.ts'
import type { ChangedRow } from './row-filter.ts'

/** A change as sockets send it: the fields that subscriptions check, and the JSON, written once for all of them. */
export type ChangeMessage = {
  table: Change['table']
  type: Change['type']
  areas: readonly string[]
  owner: string | null
  row: ChangedRow
  data: string
}

/**
 * The client converts values by these types. We declare an exact amount as text, because the client would otherwise
 * make a number of it, unlike the data API.
 */
const TYPES: Record<Column['type'], string> = {
  text: 'text',
  uuid: 'uuid',
  integer: 'int4',
  bigint: 'int8',
  money: 'numeric',
  decimal: 'text',
  boolean: 'bool',
  date: 'date',
  moment: 'timestamptz',
}

const COLUMNS: Record<Change['table'], Map<string, { name: string; type: string }>> = {
  leads: columnsOf(LEADS.columns),
  opportunities: columnsOf(OPPORTUNITIES.columns),
}

function columnsOf(columns: ReadonlyMap<string, Column>) {
  return new Map([...columns].map(([name, { type }]) => [name, { name, type: TYPES[type] }]))
}

/** Returns a change in the shape of the original. The old row holds only its primary key (docs/product 7.12). */
export function toMessage({ areas, owner, changedAt, json }: StreamedChange): ChangeMessage {
  const { table, type, record } = JSON.parse(json) as Change
  const row: ChangedRow = record
  const data = JSON.stringify({
    schema: 'public',
    table,
    type,
    commit_timestamp: changedAt,
    columns: Object.keys(row).flatMap((name) => COLUMNS[table].get(name) ?? []),
    ...(type === 'DELETE' ? {} : { record }),
    ...(type === 'INSERT' ? {} : { old_record: { id: record.id } }),
    errors: null,
  })
  return { table, type, areas, owner, row, data }
}
