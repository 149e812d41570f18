import { type ExaminedFile, readChunks } from './examine-file.ts'
import { type OnRow, RowsOfText } from './rows-of-text.ts'

/**
 * Reads the rows of a file (RFC 4180), one chunk at a time. After each chunk it waits for `onChunk`, which receives the
 * bytes read so far and returns false to stop. Throws `NotDone`, with the line, if the file is not CSV.
 */
export async function readRows(
  file: ExaminedFile,
  onRow: OnRow,
  onChunk: (bytes: number) => Promise<boolean>,
): Promise<void> {
  const decoder = new TextDecoder(file.encoding)
  const rows = new RowsOfText(file, onRow)
  let bytes = 0
  for await (const chunk of readChunks(file.path)) {
    rows.take(decoder.decode(chunk, { stream: true }))
    bytes += chunk.length
    if (!(await onChunk(bytes))) return
  }
  rows.end(decoder.decode())
  await onChunk(bytes)
}
