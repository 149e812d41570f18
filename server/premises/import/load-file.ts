import type { DatasetKind } from '#domain/premises/dataset.ts'
import type { DatasetFile } from '#protocol/premises-data.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { PremisesData } from '../premises-data.ts'
import type { ExaminedFile } from './examine-file.ts'
import { readRows } from './read-rows.ts'
import { RefusedRows } from './refused-rows.ts'
import { type Loading, type RowReader, rowReaderOf } from './row-readers.ts'

/** Reports how many bytes and rows of a file were read. */
export type OnProgress = (bytes: number, rows: number) => void

/**
 * Loads the rows of one file into a version, and writes the report of those it refused. Throws `NotDone` if the whole
 * file is refused. Stores a batch while it reads the next one.
 */
export async function loadFile(
  data: PremisesData,
  { kind, file, loading }: { kind: DatasetKind; file: ExaminedFile; loading: Loading },
  onProgress: OnProgress,
): Promise<DatasetFile> {
  const batches = new Batches((lines) => data.load(loading.version, lines), data.batchBytes)
  const refused = new RefusedRows()
  let reader: RowReader | undefined
  let columns = 0
  let rows = 0
  let taken = 0
  await readRows(
    file,
    (cells, line) => {
      if (!reader) {
        reader = readerOf(kind, file.name, cells, loading)
        columns = cells.length
        return
      }
      if (refused.isHopeless) return
      rows += 1
      const row =
        cells.length === columns
          ? reader(cells)
          : {
              ok: false as const,
              failure: { reason: `has ${cells.length} columns, and the header ${columns}` },
            }
      if (!row.ok) refused.add(line, row.failure)
      else if (row.value !== undefined) {
        taken += 1
        batches.add(row.value)
      }
    },
    async (bytes) => {
      await batches.settle()
      onProgress(bytes, rows)
      return !refused.isHopeless
    },
  )
  const report = refused.report(file.name)
  const reason = refused.refusalOfFile(rows)
  if (reason !== undefined)
    throw new NotDone(`${file.name} is refused as a whole: ${reason}. See ${report}. Nothing has changed.`)
  await batches.end()
  return { name: file.name, bytes: file.bytes, sha256: file.sha256, rows: taken, refused: refused.count }
}

function readerOf(kind: DatasetKind, name: string, header: string[], loading: Loading): RowReader {
  const reader = rowReaderOf(kind, header, loading)
  if (reader.ok) return reader.value
  const missing = reader.failure.join(', ')
  throw new NotDone(
    `${name} is not a ${kind} file: its header lacks, or has twice: ${missing}. Nothing has changed.`,
  )
}

/** Lines that wait to be stored, as bytes. As texts they would outlive many garbage collections. */
class Batches {
  readonly #store: (lines: Buffer) => Promise<void>
  readonly #size: number
  #full: Buffer[] = []
  #lines: Buffer
  #length = 0
  #storing: Promise<void> = Promise.resolve()

  constructor(store: (lines: Buffer) => Promise<void>, size: number) {
    this.#store = store
    this.#size = size
    this.#lines = Buffer.allocUnsafe(size)
  }

  /** Adds a line of ASCII. */
  add(line: string): void {
    if (this.#length + line.length > this.#size) this.#close()
    this.#length += this.#lines.write(line, this.#length, 'latin1')
  }

  #close(): void {
    this.#full.push(this.#lines.subarray(0, this.#length))
    this.#lines = Buffer.allocUnsafe(this.#size)
    this.#length = 0
  }

  /** Waits until at most one batch is being stored. */
  async settle(): Promise<void> {
    for (const lines of this.#full.splice(0)) await this.#begin(lines)
  }

  async end(): Promise<void> {
    if (this.#length > 0) this.#close()
    await this.settle()
    await this.#storing
  }

  async #begin(lines: Buffer): Promise<void> {
    await this.#storing
    this.#storing = this.#store(lines)
    // The next call receives the error.
    this.#storing.catch(() => {})
  }
}
