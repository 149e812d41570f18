import type { PlainAnswer } from './real-postgrest.ts'

/** The parts of an answer on which the two servers must agree. */
export type Comparable =
  | { status: number; code: string | undefined }
  | {
      status: number
      type: string | undefined
      contentRange: string | undefined
      applied: string | undefined
      body: unknown
    }

/** Matches a moment in any of the forms that the servers write. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)$/

/**
 * Returns an answer without what may differ by contract: the forms of a moment and of `voucher_value`, the words of a
 * refusal, and the time when a row was written.
 */
export function comparable({ status, headers, text }: PlainAnswer): Comparable {
  const type = headers['content-type']
  const isJson = type?.includes('json') === true
  const body = isJson && text !== '' ? JSON.parse(text, sameForm) : text
  if (status >= 400) return { status, code: body.code }
  return {
    status,
    type,
    contentRange: headers['content-range']?.toString(),
    applied: headers['preference-applied']?.toString(),
    body: type?.startsWith('text/csv') ? rowsOfCsv(text) : body,
  }
}

function sameForm(key: string, value: unknown): unknown {
  if (key === 'updated_at') return 'now'
  if (key === 'voucher_value' && value !== null) return Number(value)
  return typeof value === 'string' && MOMENT.test(value) ? new Date(value).toISOString() : value
}

/** Returns the cells of a CSV in the same forms. It must have no line breaks in quotes. */
function rowsOfCsv(text: string): unknown[][] {
  const rows = text.split('\n').map((line) => line.match(/"(?:[^"]|"")*"|[^,]+|(?<=^|,)(?=,|$)/g) ?? [])
  return rows.map((cells) => cells.map(sameCell))
}

function sameCell(cell: string): unknown {
  const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
  if (text === '') return cell
  if (text.startsWith('{')) return JSON.parse(text, sameForm)
  return Number.isNaN(Number(text)) ? sameForm('', text) : Number(text)
}
