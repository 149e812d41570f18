import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RowsOfText } from './rows-of-text.ts'

type File = ConstructorParameters<typeof RowsOfText>[0]
type Row = { line: number; cells: string[] }

const COMMAS: File = { name: 'file.csv', delimiter: ',', lineEnd: '\n' }

/** Reads a text that arrives in pieces of that length. */
function rowsOf(text: string, file: File = COMMAS, length = text.length + 1): Row[] {
  const rows: Row[] = []
  const reader = new RowsOfText(file, (cells, line) => rows.push({ line, cells }))
  for (let start = 0; start < text.length; start += length) reader.take(text.slice(start, start + length))
  reader.end('')
  return rows
}

const files = fc.record({
  name: fc.constant('file.csv'),
  delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const),
  lineEnd: fc.constantFrom('\n' as const, '\r' as const),
})
const cell = fc
  .array(fc.constantFrom('a', 'é', '"', '""', ',', ';', '\t', '\n', '\r\n', ' ', '😀', '=1'), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
const rows = fc.array(
  fc.array(fc.record({ text: cell, isQuoted: fc.boolean() }), { minLength: 1, maxLength: 4 }),
)

const written = ({ text, isQuoted }: { text: string; isQuoted: boolean }) =>
  isQuoted || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

describe('the rows of a text', () => {
  test('are the same that csv-parse finds, wherever the pieces of the text end', () => {
    fc.assert(
      fc.property(
        files,
        rows,
        fc.infiniteStream(fc.boolean()),
        fc.integer({ min: 1, max: 40 }),
        (file, made, areWithCr, length) => {
          const lines = made.map((cells) => cells.map(written).join(file.delimiter))
          const endOf = () => (areWithCr.next().value && file.lineEnd === '\n' ? '\r\n' : file.lineEnd)
          const text = lines.map((line) => line + endOf()).join('')
          const wanted: string[][] = parse(text, {
            delimiter: file.delimiter,
            record_delimiter: ['\r\n', file.lineEnd],
            relax_column_count: true,
          })
          const found = rowsOf(text, file, length)
          expect(found.map(({ cells }) => cells)).toEqual(wanted.filter((cells) => cells.join() !== ''))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('end with LF, with or without CR, and the last one with the text', () => {
    const rowsFound = rowsOf('a,b\r\n1,2\n3,"4"\r\n5,"6"\n7,8')
    expect(rowsFound.map(({ cells }) => cells.join())).toEqual(['a,b', '1,2', '3,4', '5,6', '7,8'])
  })

  test('have the line on which they begin', () => {
    const text = 'a,b\r\n\r\n1,"one\r\ntwo"\r\n2,x\r\n\r\n3,"\n"\r\n4'
    expect(rowsOf(text, COMMAS, 3).map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'a'],
      [3, '1'],
      [5, '2'],
      [7, '3'],
      [9, '4'],
    ])
  })

  test.each([
    ['a quote is not closed at the end', 'a,b\n1,"never', 'a quote that is never closed'],
    ['a quote is not closed in between', 'a,b\n1,"never\n2,"x"\n', 'a quote in the wrong place'],
    ['text follows a quoted cell', 'a,b\n1,"x"y\n', 'a quote in the wrong place'],
    ['a quote is inside a cell', 'a,b\n1,x"y\n', 'a quote in the wrong place'],
    ['a quote is inside a cell beside quoted ones', 'a,b\n"1,""",x"y"\n', 'a quote in the wrong place'],
    ['a row is very long', `a,b\n1,"${'x'.repeat(70_000)}"\n`, 'a quote that is never closed'],
    ['all lines are in quotes', `a,b\n1,"${'x\n'.repeat(40_000)}`, 'a quote that is never closed'],
  ])('are refused with their line if %s', (_what, text, reason) => {
    for (const length of [5_000, 200_000])
      expect(() => rowsOf(text, COMMAS, length)).toThrow(`the row on line 2 has ${reason}.`)
  })
})
