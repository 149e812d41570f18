import { readCell, writeCell } from '#domain/lead-files/cells.ts'
import type { LeadImport } from '#protocol/lead-files.ts'
import { downloadBlob } from '../../../ui/download-blob.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Saves the rows that would not be imported, as they came, with a column that says why. Loads the CSV writer only now.
 */
export async function downloadFailedRows(fileName: string, plan: LeadImport): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const options = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const
  const csv = stringify(failedRowsOf(plan), options)
  downloadBlob(
    `${fileName.replace(/\.\w+$/, '')}-failed.csv`,
    new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv' }),
  )
}

/** Returns the header and the failed rows. If a row has too many cells, it keeps them after its reason. */
export function failedRowsOf({ columns, rows }: Pick<LeadImport, 'columns' | 'rows'>): string[][] {
  const failed = rows.flatMap(({ reason, cells = [] }) => {
    if (reason === undefined) return []
    const safe = columns.map((_column, place) => writeCell(readCell(cells[place] ?? '')))
    return [[...safe, reason, ...cells.slice(columns.length).map((cell) => writeCell(readCell(cell)))]]
  })
  return [[...columns.map(({ name }) => name), 'reason'], ...failed]
}
