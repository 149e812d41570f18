import type { Action } from '#domain/lead-files/actions.ts'
import type { FileField, LeadField } from '#domain/lead-files/fields.ts'

/**
 * Lead files (docs/product 21), under `BACK_OFFICE_PATH`, with the public key.
 *
 * - `POST /leads/import?dry=1` takes `text/csv`, returns {@link LeadImport} and writes nothing; `&columns=` says what
 *   the columns hold
 * - `POST /leads/import?hash=` with the same file and columns applies it, and returns {@link LeadImport}; 409
 *   `leads-changed` with a fresh {@link LeadImport} if the plan has changed
 * - `GET /leads/import` returns {@link ImportProgress} of the last import that was applied, or null
 * - `GET /leads/export` returns all leads as `text/csv`
 */
export const LEAD_FILES_PATH = '/leads'

/** The page for lead files. */
export const LEADS_PAGE = '/admin/leads'

export const MAX_LEAD_FILE_BYTES = 32 * 1024 * 1024
export const MAX_LEAD_FILE_ROWS = 100_000
export const MAX_LEAD_FILE_COLUMNS = 200

export type ImportCounts = Record<Action, number>

/** What an import does, or did, to each row. */
export type LeadImport = ImportCounts & {
  /** The hash of everything that it would write, which names it when it is applied. */
  hash: string
  /** The header of the file, and what each column holds; null if it is not imported. */
  columns: { name: string; field: FileField | null }[]
  /** What a person should know before it is applied, such as an area that is too large for a phone. */
  warnings: string[]
  rows: ImportedRow[]
}

export type ImportedRow = {
  /** The line in the file, from 1 and with the header. */
  line: number
  action: Action
  /** Address and postcode; absent for an unchanged row. */
  door?: string
  changes?: { field: LeadField; from: string; to: string }[]
  /** Why it is skipped or in conflict, and the row as it came. */
  reason?: string
  cells?: string[]
}

/** How far an import has come. */
export type ImportProgress = ImportCounts & {
  hash: string
  rows: number
  done: number
  started_at: string
  finished_at: string | null
}
