/** Reads the page after a row, or the first page. */
type ReadPage<Row> = (after: Row | undefined) => Promise<Row[]>

/**
 * Yields every page of a table, so that memory does not grow with the table. Each page has `size` rows, except the
 * last.
 */
export async function* pagesOf<Row>(size: number, read: ReadPage<Row>): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after)
    yield rows
    after = rows.at(-1)
    if (!after || rows.length < size) return
  }
}
