import type { Crm } from '#crm/port.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import { type Columns, matchColumns, readColumns } from '#domain/lead-files/match-columns.ts'
import type { LeadFile } from './plan-file.ts'
import { readFile } from './read-file.ts'

/**
 * Opens a file with the columns that a person chose, or else with those that match the header. Fails with the reason.
 */
export async function openLeadFile(
  bytes: Uint8Array,
  chosen: string | undefined,
  provider: Crm['provider'],
): Promise<Result<LeadFile, string>> {
  const records = await readFile(bytes)
  if (!records.ok) return records
  const columns: Result<Columns, string> =
    chosen === undefined ? success(matchColumns(records.value.header)) : readColumns(chosen)
  if (!columns.ok) return columns
  const { length } = records.value.header
  return columns.value.length === length
    ? success({ records: records.value, columns: columns.value, provider })
    : failed(`columns names ${columns.value.length} columns, the file has ${length}.`)
}
