import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DATABASES, freshDatabase } from '../testing/databases.ts'
import { type Database, STATEMENT_TIMEOUT_MS } from './handle.ts'
import { PIECE_ROWS, readInPieces } from './read-in-pieces.ts'

type Numbered = { n: number }

describe.each(DATABASES)('a statement in pieces on the %s database', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())

  /** Reads until `isEnough`, and returns the numbers of each piece. */
  const read = (statement: ReturnType<typeof sql>, isEnough = (_piece: number[]) => false) =>
    database.db.transaction().execute(async (tx) => {
      const pieces: number[][] = []
      for await (const rows of readInPieces<Numbered>(tx, statement)) {
        const piece = rows.map(({ n }) => n)
        pieces.push(piece)
        if (isEnough(piece)) break
      }
      return pieces
    })

  it.each([0, 1, PIECE_ROWS, PIECE_ROWS + 1, 2 * PIECE_ROWS])(
    'returns every row once, in order: %i',
    async (count) => {
      const pieces = await read(sql`select n from generate_series(1, ${count}::int) n order by n desc`)
      expect(pieces.flat()).toEqual(Array.from({ length: count }, (_, index) => count - index))
      expect(pieces).toHaveLength(Math.ceil(count / PIECE_ROWS))
    },
  )

  it('ends the statement for a reader that stops early', async () => {
    const endless = sql`select generate_series(1, 1000000000) as n`
    const [first, ...others] = await read(endless, (piece) => piece.includes(2))
    expect(first).toHaveLength(PIECE_ROWS)
    expect(others).toEqual([])
    expect(await read(sql`select 1 as n`)).toEqual([[1]])
  })

  it('rejects if all pieces together take longer than a statement may', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    const reading = read(sql`select generate_series(1, 10000) as n`, () => {
      now.mockReturnValue(STATEMENT_TIMEOUT_MS + 1)
      return false
    })
    await expect(reading).rejects.toMatchObject({ code: '57014' })
    now.mockRestore()
  })

  it('rejects with an error after the first piece, and the database goes on', async () => {
    const failing = sql`select 1000 / (${PIECE_ROWS + 5}::int - n) as n from generate_series(1, 1000) n`
    await expect(read(failing)).rejects.toMatchObject({ code: '22012' })
    expect(await read(sql`select 1 as n`)).toEqual([[1]])
  })
})
