import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import { MAX_LEAD_FILE_COLUMNS, MAX_LEAD_FILE_ROWS } from '#protocol/lead-files.ts'
import { decodeText } from './decode-text.ts'

/** A record of a file, with the line on which it begins. Lines count from 1. */
export type FileRecord = { line: number; cells: string[] }

/** The records of a file, one batch at a time. Reading throws `UnreadableFile`. */
export type FileRecords = { header: string[]; batches(): AsyncGenerator<FileRecord[]> }

/** Thrown if the file cannot be read as CSV. The message gives the reason and the line. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** The number of rows that are planned, and written, together. */
export const BATCH_ROWS = 500
const DELIMITERS = [',', ';', '\t'] as const
const LINE_END = /\r\n|\n|\r/g
/** The number of characters that the parser gets at a time, so that other requests are served in between. */
const PIECE_LENGTH = 64 * 1024

/**
 * Reads a CSV file with a header (docs/product 21.2). Fails with the reason if its encoding or header is wrong. Reads
 * the rows on request, and can read them again.
 */
export async function readFile(bytes: Uint8Array): Promise<Result<FileRecords, string>> {
  const text = decodeText(bytes)
  if (!text.ok) return text
  try {
    for await (const { cells } of readRecords(text.value)) {
      if (cells.length <= MAX_LEAD_FILE_COLUMNS)
        return success({ header: cells.map((cell) => cell.trim()), batches: () => batchesOf(text.value) })
      return failed(`A file may have at most ${MAX_LEAD_FILE_COLUMNS} columns; this one has ${cells.length}.`)
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return failed(error.message)
    throw error
  }
  return failed('The file is empty.')
}

async function* batchesOf(text: string): AsyncGenerator<FileRecord[]> {
  let batch: FileRecord[] = []
  let place = -1
  for await (const record of readRecords(text)) {
    place++
    if (place === 0) continue
    if (place > MAX_LEAD_FILE_ROWS)
      throw new UnreadableFile(`A file may have at most ${MAX_LEAD_FILE_ROWS} rows. Split it.`)
    batch.push(record)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type Parsed = { record: string[]; raw: string }

/** Yields the records. Skips rows without a value, which spreadsheets add. */
async function* readRecords(text: string): AsyncGenerator<FileRecord> {
  let line = 1
  /** Counts lines itself, because the parser counts a Windows line end as two. */
  const withLine = ({ record, raw }: Parsed): FileRecord | undefined => {
    const begins = line
    line += raw.match(LINE_END)?.length ?? 0
    return record.some((cell) => cell.trim() !== '') ? { line: begins, cells: record } : undefined
  }
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    raw: true,
    // With `raw` the function gets more than its type says.
    on_record: (record) => withLine(record as unknown as Parsed) as unknown as string[],
  })
  try {
    for await (const record of Readable.from(piecesOf(text)).pipe(parser)) yield record as FileRecord
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(sentenceOf(error, line))
    throw error
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE_LENGTH)
    yield text.slice(start, start + PIECE_LENGTH)
}

/** Returns the delimiter that occurs most often in the header, outside quotes. */
function delimiterOf(text: string): string {
  const header =
    text
      .trimStart()
      .replace(/"[^"]*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? ''
  const countOf = (delimiter: string) => header.split(delimiter).length
  return DELIMITERS.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
}

function sentenceOf({ code }: CsvError, line: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `The row on line ${line} has a quote that is never closed.`
  return `The row on line ${line} has a quote in the wrong place. Put the whole value in quotes, and double any quotes in it.`
}
