import { stringify } from 'csv-stringify/sync'
import { placeInWords } from '#domain/street/register-words.ts'
import type { RegisterListed } from '#protocol/register.ts'
import type { Db } from '../../db/schema.ts'
import { listRegister } from './list-register.queries.ts'
import type { RegisterSearch } from './register.requests.ts'

const PAGE = 1_000
const BYTE_ORDER_MARK = '\uFEFF'

const COLUMNS = [
  'id',
  'scope',
  'place',
  'uprn',
  'uprn_text',
  'reason',
  'source',
  'at',
  'phone',
  'received_at',
  'lifted_at',
  'lifted_by',
  'lifted_why',
] as const

/**
 * Yields the entries that a search finds as CSV, a page at a time: UTF-8 with its mark, CRLF, no cell that a spreadsheet
 * would take for a formula. `uprn_text` is `uprn` as a text, because spreadsheets shorten long numbers.
 */
export async function* registerToCsv(db: Db, search: RegisterSearch): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([COLUMNS])
  let before: string | undefined
  do {
    const { entries, next } = await listRegister(db, { ...search, limit: PAGE, before })
    if (entries.length > 0) yield toCsv(entries.map(rowOf))
    before = next ?? undefined
  } while (before !== undefined)
}

const toCsv = (rows: readonly (readonly (string | null)[])[]) =>
  stringify(rows as string[][], { record_delimiter: 'windows', escape_formulas: true })

function rowOf(entry: RegisterListed) {
  const uprn_text = entry.uprn && `uprn${entry.uprn}`
  const cells = { ...entry, place: placeInWords(entry), uprn_text }
  return COLUMNS.map((column) => cells[column])
}
