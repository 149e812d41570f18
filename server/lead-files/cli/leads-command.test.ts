import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BackupPlace, freshBackupPlace } from '../../testing/backup-place.ts'
import { DATABASES } from '../../testing/databases.ts'
import { serve, startCommand } from '../../testing/run-doorstep.ts'

const FILE = 'Address,Postcode,UPRN\n1 Oak Hill,LL79 1AB,7\n2 Oak Hill,LL79 1AB,1.00091E+11\n'
const SHORTENED = 'line 3: UPRN: Excel shortened this number; format the column as text\n'

let place: BackupPlace
let file: string
afterEach(() => place?.remove())

const setUp = async (kind: (typeof DATABASES)[number]) => {
  place = await freshBackupPlace(kind)
  file = path.join(place.folder, 'doors.csv')
  fs.writeFileSync(file, FILE)
}
const streets = () =>
  place.atRest(async (db) =>
    (await db.selectFrom('leads').select('street_address').orderBy('street_address').execute()).map(
      ({ street_address }) => street_address,
    ),
  )
const acts = () => place.atRest((db) => db.selectFrom('audit').select(['actor', 'verb']).execute())

describe.each(DATABASES)('doorstep leads on the %s database', (kind) => {
  beforeEach(() => setUp(kind))

  test('imports a file once, and says what fails', async () => {
    expect(await place.doorstep('leads', 'import', file)).toMatchObject({
      code: 0,
      said: `${SHORTENED}Done: 1 new, 1 skipped.\n`,
    })
    expect(await streets()).toEqual(['1 High St', '1 Oak Hill'])
    expect((await place.doorstep('leads', 'import', file)).said).toContain('Done: 1 unchanged, 1 skipped.')
    expect(await acts()).toEqual([{ actor: 'operator', verb: 'leads-imported' }])
  })
})

describe('doorstep leads', () => {
  beforeEach(() => setUp('postgres'))

  test('writes nothing in a dry run', async () => {
    expect(await place.doorstep('leads', 'import', file, '--dry-run')).toEqual({
      code: 0,
      said: `${SHORTENED}doors.csv: 1 new, 1 skipped. This was a dry run: nothing was saved.\n`,
      errors: '',
    })
    expect(await streets()).toEqual(['1 High St'])
  })

  test.each([
    ['no row that can be imported', 'a,b\n1,2\n', '1 skipped'],
    ['no rows', 'Address,Postcode\n', 'no rows'],
  ])('refuses a file with %s, in a dry run too', async (_what, text, counts) => {
    fs.writeFileSync(file, text)
    const errors = `doors.csv: ${counts}. No row can be imported. Correct the file, and run the command again.\n`
    expect(await place.doorstep('leads', 'import', file)).toMatchObject({ code: 1, errors })
    expect(await place.doorstep('leads', 'import', file, '--dry-run')).toMatchObject({ code: 1, errors })
  })

  test('exports a file that an import reads again, and records that it did', async () => {
    const { said, code } = await place.doorstep('leads', 'export')
    expect([code, said.split('\r\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^\uFEFFid,street_address,/),
        expect.stringContaining(',1 High St,,,1,new,'),
        '',
      ],
    ])
    fs.writeFileSync(file, said)
    expect((await place.doorstep('leads', 'import', file, '--dry-run')).said).toContain(
      'doors.csv: 1 unchanged.',
    )
    expect(await acts()).toEqual([{ actor: 'operator', verb: 'leads-exported' }])
  })

  test.each([
    ['a file that is not there', ['import', 'nowhere.csv'], /^There is no file \/.+nowhere\.csv\.\n$/, 1],
    ['an unknown order', ['imports'], /doorstep leads import FILE/, 78],
    ['two files', ['import', 'a.csv', 'b.csv'], /doorstep leads import FILE/, 78],
  ])('refuses %s', async (_what, args, errors, code) => {
    expect(await place.doorstep('leads', ...args)).toMatchObject({
      code,
      errors: expect.stringMatching(errors),
    })
  })

  test('refuses a file that is too large or broken, and names its line', async () => {
    fs.writeFileSync(file, 'a,b\n"1,2')
    expect(await place.doorstep('leads', 'import', file)).toMatchObject({
      code: 1,
      errors: 'The row on line 2 has a quote that is never closed.\n',
    })
    fs.truncateSync(file, 33 * 1024 * 1024)
    expect((await place.doorstep('leads', 'import', file)).errors).toMatch(/at most 32 MiB/)
  })
})

describe('doorstep leads on an embedded database that is in use', () => {
  beforeEach(() => setUp('embedded'))

  test('imports and exports through the running Doorstep, or says which settings it needs to reach it', async () => {
    const running = await serve(place.settings)
    const settings = { ...place.settings, PORT: new URL(running.url).port }
    const doorstep = (...args: string[]) => startCommand(settings, 'leads', ...args).outcome
    expect(await doorstep('import', file)).toMatchObject({
      code: 0,
      said: `${SHORTENED}Done: 1 new, 1 skipped.\n`,
    })
    expect((await doorstep('export')).said).toContain(',1 Oak Hill,LL79 1AB,')
    fs.writeFileSync(file, 'a,b\n"1,2')
    expect(await doorstep('import', file)).toMatchObject({
      code: 1,
      errors: 'The row on line 2 has a quote that is never closed.\n',
    })
    const outcome = await startCommand({ ...place.settings, PORT: '1' }, 'leads', 'export').outcome
    expect(outcome).toMatchObject({
      code: 1,
      errors: expect.stringContaining('does not answer on http://127.0.0.1:1'),
    })
    await running.stop()
  })
})
