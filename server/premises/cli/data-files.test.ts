import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BackupPlace, freshBackupPlace } from '../../testing/backup-place.ts'
import { BDUK_HEADER, bdukFile, bdukRow } from '../bduk-file.testing.ts'
import { readDataOrder } from './read-data-order.ts'

const MAY = '202605_BDUK_uprn_release_wales.csv'

describe('doorstep data import', () => {
  let place: BackupPlace
  beforeEach(async () => {
    place = await freshBackupPlace('postgres')
  })
  afterEach(() => place.remove())
  const data = (...args: string[]) => place.doorstep('data', ...args)
  const write = (name: string, content: string | Buffer) =>
    fs.writeFileSync(path.join(place.folder, name), content)

  test.each([
    [
      'croydon.csv',
      bdukFile(3),
      [],
      'The name of a file does not give the month of its data. Add --month=YYYY-MM.',
    ],
    [
      MAY,
      bdukFile(3),
      ['--month=2026-01'],
      'These files are of several months: 2026-05, 2026-01. Import one month at a time.',
    ],
    [MAY, bdukFile(3), ['--month=May'], '--month must be a month up to this one, such as 2026-05: May'],
    [
      MAY,
      bdukFile(3),
      ['--only=Somerset'],
      '--only takes postcode areas, districts and ONS codes, such as LL79,CA29: SOMERSET',
    ],
    [
      MAY,
      'uprn,postcode,subsidy_control_status\n1,LL79 1AB,Gigabit White\n',
      [],
      /^202605.+ lacks, or has twice: bduk_recognised_premises, lot_id, .+\. Nothing has changed\.$/,
    ],
    [MAY, 'PK\u0003\u0004…', [], /is a ZIP file\. Unpack it, and give the CSV files in it\.$/],
    [MAY, '', [], /is empty\.$/],
    [MAY, 'a|b\n1|2\n', [], /^The header of 202605.+ does not show what it is: 'a\|b'\. Add --kind=/],
    [
      MAY,
      `${BDUK_HEADER}\n${bdukRow(1)}\n${bdukRow(2).replace(',"Wales', ',"Wales"')}\n`,
      [],
      /is not a CSV file: .+ line 3/,
    ],
    [MAY, `${BDUK_HEADER}\n${bdukRow(1)}\n2,"${'x'.repeat(70_000)}\n`, [], /is not a CSV file: .+ line 3/],
    [
      MAY,
      `${BDUK_HEADER}\n${bdukRow(1)}\n2,"never closed\n`,
      [],
      /is not a CSV file: the row on line 3 has a quote that is never closed\.$/,
    ],
    [
      MAY,
      `${bdukFile(2_000) + bdukRow(3_001).replace(/Gigabit [^,]+/, 'Gigabit Blue')}\n`,
      [],
      /refused as a whole: line 2002: subsidy_control_status has a new word: 'Gigabit Blue'/,
    ],
    [
      MAY,
      `${bdukFile(3)}${bdukRow(1)}\n`,
      [],
      'A UPRN appears twice in these files. Are two of them the same part of the country?',
    ],
    ['missing.csv', undefined, [], /^There is no file \/.+\/missing\.csv\.$/],
  ])('%#. refuses what is wrong with %s', async (name, content, options, errors) => {
    if (content !== undefined) write(name, content)
    const refused = await data('import', name, ...options)
    expect(refused.code).toBe(1)
    expect(refused.errors.trimEnd()).toMatch(errors)
    expect((await data('list')).said).toBe('There is no data. Eligibility checks are simulated.\n')
  })

  test.each([
    ['Windows-1252', Buffer.from(bdukFile(3).replaceAll('Kingston upon Hull', 'Ynys Môn'), 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${bdukFile(3)}`, 'utf16le')],
    ['UTF-16 without BOM', Buffer.from(bdukFile(3), 'utf16le')],
    [
      'semicolons',
      bdukFile(3)
        .replaceAll(/"([^"]*)"/g, '$1')
        .replaceAll(/(, )|,/g, (_comma, text) => text ?? ';'),
    ],
    [
      'TAB',
      bdukFile(3)
        .replaceAll(/"([^"]*)"/g, '$1')
        .replaceAll(/(, )|,/g, (_comma, text) => text ?? '\t'),
    ],
    ['LF after a header with CRLF', bdukFile(3).replace('\n', '\r\n')],
    ['CRLF and BOM', `\ufeff${bdukFile(3).replaceAll('\n', '\r\n')}`],
    ['200 columns', bdukFile(3).replaceAll('\n', `${','.repeat(172)}\n`)],
  ])('reads a file with %s', async (_form, content) => {
    write(MAY, content)
    expect(await data('import', MAY)).toMatchObject({
      code: 0,
      said: expect.stringContaining('with 3 rows. 0 were'),
    })
  })

  test('explains itself', async () => {
    const refused = await data()
    expect(refused).toMatchObject({ code: 78, errors: expect.stringContaining('doorstep data import FILE') })
  })
})

test.each([
  [['import']],
  [['import', MAY, '--kind=houses']],
  [['import', MAY, '--all']],
  [['drop']],
  [['drop', 'x']],
  [['list', 'all']],
  [[]],
])('doorstep data makes no sense of %j', (args) => {
  expect(readDataOrder(args)).toBeUndefined()
})
