import { describe, expect, test } from 'vitest'
import { type FileRecord, readFile, UnreadableFile } from './read-file.ts'

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

async function read(bytes: Uint8Array | string) {
  const file = await readFile(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  if (!file.ok) return file.failure
  const records: FileRecord[] = []
  try {
    for await (const batch of file.value.batches()) records.push(...batch)
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
  return { header: file.value.header, records }
}

const TEXT = 'street_address,notes\r\n12 Llŷn Road,“café”\r\n'
const SAME = {
  header: ['street_address', 'notes'],
  records: [{ line: 2, cells: ['12 Llŷn Road', '“café”'] }],
}

describe('a lead file', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['UTF-16 with its mark', utf16(`\uFEFF${TEXT}`)],
    ['big-endian UTF-16 with its mark', utf16(`\uFEFF${TEXT}`, true)],
    ['UTF-16 without a mark', utf16(TEXT)],
    ['big-endian UTF-16 without a mark', utf16(TEXT, true)],
  ])('is read in %s', async (_encoding, bytes) => expect(await read(bytes)).toEqual(SAME))

  test('is read in windows-1252', async () => {
    const bytes = Buffer.from('street_address,voucher\n12 Caf\xe9 Road,\xa31500\n', 'latin1')
    expect(await read(bytes)).toMatchObject({ records: [{ cells: ['12 Café Road', '£1500'] }] })
  })

  test('is refused if it is marked as UTF-8 but is not', async () => {
    expect(await read(Buffer.from('\xef\xbb\xbfa\xe9', 'latin1'))).toMatch(/marked as UTF-8/)
  })

  test.each([
    ['commas', 'a,b\n"1;2",3'],
    ['semicolons', 'a;b\n"1;2";3'],
    ['tabs', 'a\tb\n1;2\t3'],
  ])('is read with %s between its cells', async (_delimiter, text) =>
    expect(await read(text)).toEqual({ header: ['a', 'b'], records: [{ line: 2, cells: ['1;2', '3'] }] }),
  )

  test.each(['\n', '\r\n', '\r'])(
    'is read with the line end %j, and names the line on which a row begins',
    async (end) => {
      const text = ['a,b', `1,"x${end}y"`, '', ',', '2,z', ''].join(end)
      expect(await read(text)).toEqual({
        header: ['a', 'b'],
        records: [
          { line: 2, cells: ['1', `x${end}y`] },
          { line: 6, cells: ['2', 'z'] },
        ],
      })
    },
  )

  test.each([
    ['nothing', '', 'The file is empty.'],
    [
      'a workbook',
      'PK\u0003\u0004\0',
      'This is an Excel or ZIP file. Save it as CSV UTF-8, and import that.',
    ],
    ['an unclosed quote', 'a,b\n1,2\n3,"4\n5,6\n', 'The row on line 3 has a quote that is never closed.'],
    ['an unclosed quote in its header', 'a,"b\n1,2\n', 'The row on line 1 has a quote that is never closed.'],
    ['too many columns', `${'a,'.repeat(200)}b`, 'A file may have at most 200 columns; this one has 201.'],
  ])('is refused with %s', async (_what, text, reason) => {
    expect(await read(text)).toBe(reason)
  })

  test('is refused with a quote in the wrong place, and names its line', async () => {
    expect(await read('a,b\n1,2\n"3"x,4\n')).toMatch(/^The row on line 3 has a quote in the wrong place/)
  })

  test('is refused with more rows than can be imported at once', async () => {
    expect(await read(`a,b\n${'1,2\n'.repeat(100_001)}`)).toBe(
      'A file may have at most 100000 rows. Split it.',
    )
  })

  test('keeps the cells of a ragged row as they are', async () => {
    expect(await read('a,b\n1\n1,2,3\n')).toMatchObject({
      records: [{ cells: ['1'] }, { cells: ['1', '2', '3'] }],
    })
  })
})
