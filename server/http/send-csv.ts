import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

type Row = readonly (string | number | null | undefined)[]

/** Spreadsheets take a file without it for windows-1252. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Answers with a CSV file of that name, a page of rows at a time: UTF-8 with its mark, CRLF, no cell that a spreadsheet would
 * take for a formula.
 */
export const sendCsv = (reply: FastifyReply, name: string, columns: Row, pages: AsyncIterable<Row[]>) =>
  reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(toCsv(columns, pages)))

async function* toCsv(columns: Row, pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + write([columns])
  for await (const rows of pages) if (rows.length > 0) yield write(rows)
}

const write = (rows: readonly Row[]) =>
  stringify(rows as unknown[][], { record_delimiter: 'windows', escape_formulas: true })
