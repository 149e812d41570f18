import { CsvError, parse } from 'csv-parse'
import { NotDone } from '../../backup/not-done.ts'
import { type ExaminedFile, readChunks } from './examine-file.ts'

/** Receives each row of a file, the header first, with the line on which it ends. */
export type OnRow = (cells: string[], line: number) => void

/** A quote that is never closed would take the rest of the file into memory. */
const MAX_ROW_BYTES = 64 * 1024

/**
 * Reads the rows of a file (RFC 4180), a chunk at a time; after each chunk it waits for `onChunk`, which receives the
 * bytes read so far and returns false to stop. Throws `NotDone`, with the line, if the file is no CSV.
 */
export async function readRows(
  file: ExaminedFile,
  onRow: OnRow,
  onChunk: (bytes: number) => Promise<boolean>,
): Promise<void> {
  const parser = parse({
    bom: true,
    delimiter: file.delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    on_record: (cells: string[], { lines }) => {
      onRow(cells, lines)
      return null
    },
  })
  const push = (chunk: Buffer | string) =>
    new Promise<void>((resolve, reject) =>
      parser.write(chunk, (error) => (error ? reject(error) : resolve())),
    )
  const end = () =>
    new Promise<void>((resolve, reject) => parser.once('error', reject).once('end', resolve).resume().end())
  parser.on('error', () => {})
  const decoder = file.encoding === 'utf-8' ? undefined : new TextDecoder(file.encoding)
  let bytes = 0
  try {
    for await (const chunk of readChunks(file.path)) {
      await push(decoder ? decoder.decode(chunk, { stream: true }) : chunk)
      bytes += chunk.length
      if (!(await onChunk(bytes))) return
    }
    await end()
    await onChunk(bytes)
  } catch (error) {
    if (error instanceof CsvError) throw new NotDone(`${file.name} is no CSV file: ${error.message}.`)
    throw error
  } finally {
    parser.destroy()
  }
}
