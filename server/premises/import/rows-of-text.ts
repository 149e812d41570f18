import Papa from 'papaparse'
import { NotDone } from '../../backup/not-done.ts'
import type { ExaminedFile } from './examine-file.ts'

/**
 * Receives each row of a file, the header first, with the line on which it begins. Cells are views of a large text, so
 * keep only an `ownCopy`.
 */
export type OnRow = (cells: string[], line: number) => void

/** Without this limit, a quote that is never closed would take the rest of the file into memory. */
const MAX_ROW_LENGTH = 64 * 1024
const NEVER_CLOSED = 'a quote that is never closed'
const MISPLACED = 'a quote in the wrong place'

type Parsed = Pick<Papa.ParseStepResult<string[]>, 'data' | 'errors' | 'meta'>

/** Parses the text of a file, which arrives in pieces that may end anywhere. Both methods throw `NotDone`. */
export class RowsOfText {
  readonly #file: Pick<ExaminedFile, 'name' | 'delimiter' | 'lineEnd'>
  readonly #onRow: OnRow
  readonly #quotedCells: RegExp
  /** The text after the last complete row. */
  #rest = ''
  #line = 1

  constructor(file: Pick<ExaminedFile, 'name' | 'delimiter' | 'lineEnd'>, onRow: OnRow) {
    this.#file = file
    this.#onRow = onRow
    this.#quotedCells = new RegExp(`(?<=^|${file.delimiter})"(?:[^"]|"")*"`, 'g')
  }

  take(piece: string): void {
    const { text, start } = this.#parse(piece)
    this.#rest = text.slice(start)
    if (this.#rest.length > MAX_ROW_LENGTH) this.#refuse(NEVER_CLOSED)
  }

  end(piece: string): void {
    const { text, start, last } = this.#parse(piece)
    if (last) this.#give(last, text, start)
  }

  /** Passes on all rows except the last, which begins at `start` and may continue in the next piece. */
  #parse(piece: string): { text: string; start: number; last: Parsed | undefined } {
    const { delimiter, lineEnd } = this.#file
    const text = this.#rest + piece
    let start = 0
    let last: Parsed | undefined
    const step = (row: Parsed) => {
      if (last) start = this.#give(last, text, start)
      last = row
    }
    Papa.parse<string[]>(text, { delimiter, newline: lineEnd, step })
    return { text, start, last }
  }

  /** Passes on a row, and returns where the next one begins. */
  #give({ data: cells, errors, meta }: Parsed, text: string, start: number): number {
    const end = meta.cursor
    if (end - start > MAX_ROW_LENGTH || errors[0]?.code === 'MissingQuotes') this.#refuse(NEVER_CLOSED)
    if (errors.length > 0 || this.#hasMisplacedQuote(cells, text, start, end)) this.#refuse(MISPLACED)
    cells.push(withoutCr(cells.pop() ?? ''))
    if (cells.length > 1 || cells[0] !== '') this.#onRow(cells, this.#line)
    this.#line += this.#linesIn(text, start, end)
    return end
  }

  /** Returns true if a cell has a quote in its middle, which the parser would take as text. */
  #hasMisplacedQuote(cells: readonly string[], text: string, start: number, end: number): boolean {
    if (!cells.some((cell) => cell.includes('"'))) return false
    return text.slice(start, end).replaceAll(this.#quotedCells, '').includes('"')
  }

  #linesIn(text: string, start: number, end: number): number {
    let lines = 0
    for (let at = start; at < end; lines++) at = text.indexOf(this.#file.lineEnd, at) + 1 || end
    return lines
  }

  #refuse(what: string): never {
    throw new NotDone(`${this.#file.name} is not a CSV file: the row on line ${this.#line} has ${what}.`)
  }
}

const withoutCr = (cell: string) => (cell.endsWith('\r') ? cell.slice(0, -1) : cell)
