import { stringify } from 'csv-stringify/sync'
import { writeCell } from '#domain/lead-files/cells.ts'

type Row = readonly (string | number | boolean | null | undefined)[]

/** Without this mark, spreadsheets read the file as windows-1252. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Yields a CSV file, one page of rows at a time, in UTF-8 with a byte order mark and CRLF. Escapes texts that a
 * spreadsheet would take for a formula.
 */
export async function* toCsv(columns: readonly string[], pages: AsyncIterable<readonly Row[]>) {
  yield BYTE_ORDER_MARK + write([columns])
  for await (const rows of pages) if (rows.length > 0) yield write(rows)
}

const write = (rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? writeCell(cell) : cell))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/, cast: { boolean: String } },
  )

/** Yields the rows of page after page. `read` takes the end of the page before. */
export async function* inPages<Cells extends Row>(
  read: (end: string | undefined) => Promise<{ rows: readonly Cells[]; next: string | null }>,
): AsyncGenerator<readonly Cells[]> {
  let end: string | undefined
  do {
    const { rows, next } = await read(end)
    yield rows
    end = next ?? undefined
  } while (end !== undefined)
}
