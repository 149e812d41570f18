import fs from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import type { RowRefused } from '#domain/premises/cells.ts'
import { NotDone } from '../../backup/not-done.ts'
import { inCallersFolder } from '../../callers-folder.ts'
import { ownCopy } from './own-copy.ts'

/** If a larger share of a file's rows is refused, the file is not what it should be. */
const MAX_SHARE = 0.001
/** If this many rows of a file are refused, it is not what it should be either. */
const MAX_ROWS = 10_000

/** Collects the refused rows of one file. */
export class RefusedRows {
  readonly #rows: { line: number; reason: string }[] = []
  #stopsAt: string | undefined

  get count(): number {
    return this.#rows.length
  }

  add(line: number, { reason, isNewWord }: RowRefused): void {
    if (this.#stopsAt !== undefined) return
    this.#rows.push({ line, reason: ownCopy(reason) })
    if (isNewWord) this.#stopsAt = `line ${line}: ${reason}`
    else if (this.#rows.length > MAX_ROWS) this.#stopsAt = `more than ${MAX_ROWS} rows are refused`
  }

  /** Whether the file is refused whatever its remaining rows are. */
  get isHopeless(): boolean {
    return this.#stopsAt !== undefined
  }

  /** Returns why the whole file is refused, or undefined if it is not. `rows` is the number of all its rows. */
  refusalOfFile(rows: number): string | undefined {
    if (this.#stopsAt !== undefined) return this.#stopsAt
    if (this.count <= rows * MAX_SHARE) return undefined
    return `${this.count} of ${rows} rows are refused, which is more than 0.1 %`
  }

  /**
   * Writes lines and reasons as CSV into the caller's folder, for the operator. Returns the name of that file, or
   * undefined if there is nothing to report.
   */
  report(fileName: string): string | undefined {
    if (this.count === 0) return undefined
    const name = `${fileName}.refused.csv`
    try {
      fs.writeFileSync(
        inCallersFolder(name),
        stringify(this.#rows, { header: true, columns: ['line', 'reason'] }),
      )
    } catch (error) {
      throw new NotDone(`The report of refused rows cannot be written: ${(error as Error).message}.`)
    }
    return name
  }
}

/** Returns the subject of a sentence: `1 row is` or `2,000 rows are`. */
export const rowsAre = (count: number): string =>
  count === 1 ? '1 row is' : `${count.toLocaleString('en-GB')} rows are`
