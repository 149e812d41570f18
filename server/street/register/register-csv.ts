import { placeInWords } from '#domain/street/register-words.ts'
import type { RegisterListed } from '#protocol/register.ts'
import type { Db } from '../../db/schema.ts'
import { inPages, toCsv } from '../../to-csv.ts'
import { listRegister } from './list-register.queries.ts'
import type { RegisterSearch } from './register.requests.ts'

const PAGE = 1_000

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
  'phone_name',
  'received_at',
  'lifted_at',
  'lifted_by',
  'lifted_why',
] as const

/** Yields the entries that a search finds as CSV. */
export const registerToCsv = (db: Db, search: RegisterSearch): AsyncIterable<string> =>
  toCsv(
    COLUMNS,
    inPages(async (before) => {
      const { entries, next } = await listRegister(db, { ...search, limit: PAGE, before })
      return { rows: entries.map(rowOf), next }
    }),
  )

/** `uprn_text` is `uprn` as a text, because spreadsheets shorten long numbers. */
function rowOf(entry: RegisterListed) {
  const uprn_text = entry.uprn && `uprn${entry.uprn}`
  const cells = { ...entry, place: placeInWords(entry), uprn_text }
  return COLUMNS.map((column) => cells[column])
}
