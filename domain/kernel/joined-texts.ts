const BETWEEN = '\n'

/**
 * The texts of many rows joined into one. A single native scan finds the rows whose text contains a needle, some thirty
 * times faster than searching each text.
 */
export class JoinedTexts<Row> {
  readonly #rows: readonly Row[]
  readonly #joined: string
  readonly #ends: Uint32Array

  constructor(rows: readonly Row[], textOf: (row: Row) => string) {
    const texts = rows.map(textOf)
    this.#rows = rows
    this.#joined = texts.join(BETWEEN)
    let end = -BETWEEN.length
    this.#ends = Uint32Array.from(texts, ({ length }) => {
      end += BETWEEN.length + length
      return end
    })
  }

  /** Returns the rows, in order, whose text contains `needle`, which must not be empty or contain a line break. */
  rowsWith(needle: string): Row[] {
    // A common letter matches ten thousand rows, so the loop reads no fields and calls none of our functions.
    const [rows, joined, ends] = [this.#rows, this.#joined, this.#ends]
    const found: Row[] = []
    let place = 0
    let end = 0
    for (let at = joined.indexOf(needle); at !== -1; at = joined.indexOf(needle, end)) {
      do end = ends[place++] as number
      while (end <= at)
      found.push(rows[place - 1] as Row)
    }
    return found
  }
}
