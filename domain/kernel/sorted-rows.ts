type Compare<Row> = (a: Row, b: Row) => number

/** An array that stays in a total order. It finds places by binary search. */
export class SortedRows<Row> {
  readonly rows: Row[]
  readonly #compare: Compare<Row>

  private constructor(rows: Row[], compare: Compare<Row>) {
    this.rows = rows
    this.#compare = compare
  }

  static from<Row>(rows: Iterable<Row>, compare: Compare<Row>): SortedRows<Row> {
    return new SortedRows([...rows].sort(compare), compare)
  }

  /** Returns some of its rows in the same order; the caller passes them already sorted. */
  only(rows: Row[]): SortedRows<Row> {
    return new SortedRows(rows, this.#compare)
  }

  insert(row: Row): void {
    this.rows.splice(this.#placeOf(row), 0, row)
  }

  /** Removes the row that compares equal, if there is one. */
  remove(row: Row): void {
    const place = this.#placeOf(row)
    const found = this.rows[place]
    if (found !== undefined && this.#compare(found, row) === 0) this.rows.splice(place, 1)
  }

  #placeOf(row: Row): number {
    let low = 0
    let high = this.rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.rows[middle] as Row, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
