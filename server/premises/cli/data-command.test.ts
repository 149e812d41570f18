import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configFromEnv } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { type BackupPlace, freshBackupPlace } from '../../testing/backup-place.ts'
import { DATABASES } from '../../testing/databases.ts'
import { serve, startCommandIn, withoutProgress } from '../../testing/run-doorstep.ts'
import { BDUK_HEADER, bdukFile, bdukRow } from '../bduk-file.testing.ts'
import { findPremises, listPremises } from '../premises.queries.ts'
import { listVoucherAreas } from '../voucher-areas.queries.ts'
import { openPremisesData } from './open-premises-data.ts'
import { premisesDataOf } from './remote-premises-data.ts'

const MAY = '202605_BDUK_uprn_release_wales.csv'
const AREAS = 'area,name,state,open_from,open_to,max_voucher,source_url,checked_on'

/** Kills the command once all rows are loaded, which its output says. */
const KILLED_BEFORE_IT_ANSWERS = `--import=data:text/javascript,${encodeURIComponent(`
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (text, ...rest) => {
    if (String(text).startsWith('Making it ready')) process.kill(process.pid, 'SIGKILL')
    return write(text, ...rest)
  }`)}`

let place: BackupPlace
afterEach(() => place?.remove())

const setUp = (kind: (typeof DATABASES)[number]) => async () => {
  place = await freshBackupPlace(kind)
}
const data = (...args: string[]) => place.doorstep('data', ...args).then(withoutProgress)
const write = (name: string, content: string | Buffer) =>
  fs.writeFileSync(path.join(place.folder, name), content)
const read = (name: string) => fs.readFileSync(path.join(place.folder, name), 'utf8')

describe.each(DATABASES)('doorstep data on the %s database', (kind) => {
  beforeEach(setUp(kind))

  test('waits for another import to end', async () => {
    write('osopenuprn_202608.csv', 'UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\r\n1,0,0,53.3,-4.1\r\n')
    const served = await serve(place.settings)
    const settings = { ...place.settings, PORT: new URL(served.url).port }
    const config = configFromEnv(settings)
    if (!config.ok) throw new Error(config.failure.sentence)
    const another = await (kind === 'embedded' ? premisesDataOf : openPremisesData)(config.value)
    const begun = await another.begin({
      kind: 'bduk-premises',
      observed_month: '2026-05',
      sha256: '0'.repeat(64),
      only_areas: [],
    })
    const id = 'id' in begun ? begun.id : 0
    const alive = setInterval(() => void another.renew(id, { rows: 0, read_percent: 0 }), 1_000)
    const { process, outcome } = startCommandIn(
      place.folder,
      settings,
      'data',
      'import',
      'osopenuprn_202608.csv',
    )
    expect(String(await once(process.stdout ?? process, 'data'))).toBe(
      'Another import is running. Waiting for it to finish ...\n',
    )
    clearInterval(alive)
    await another.drop(id)
    expect(await outcome).toMatchObject({ code: 0, said: expect.stringContaining('is active with 1 rows') })
    await another.close()
    await served.stop()
  })
})

describe('doorstep data', () => {
  beforeEach(setUp('postgres'))

  test('leaves the old version active if it is killed, and the next import clears it away', async () => {
    write('202601_BDUK_uprn_release_wales.csv', bdukFile(20))
    await data('import', '202601_BDUK_uprn_release_wales.csv')
    write(MAY, bdukFile(2_500))
    const settings = { ...place.settings, NODE_OPTIONS: KILLED_BEFORE_IT_ANSWERS }
    const killed = startCommandIn(place.folder, settings, 'data', 'import', MAY)
    expect(await killed.outcome).toMatchObject({ code: null })
    const count = async (db: Db) => (await db.selectFrom('premises').select('uprn').execute()).length
    await place.atRest(async (db) => {
      expect(await count(db)).toBe(20)
      expect(await findPremises(db, '20')).toBeDefined()
      // As if the 15 seconds in which the killed import could still be working had passed.
      await sql`update dataset_versions set leased_until = now() where state = 'loading'`.execute(db)
    })
    write(MAY, bdukFile(60))
    expect(await data('import', MAY)).toMatchObject({
      code: 0,
      said: expect.stringContaining('is active with 60 rows'),
    })
    await place.atRest(async (db) => {
      expect(await findPremises(db, '60')).toBeDefined()
      expect(await count(db)).toBe(80)
      const { rows } = await sql`
        select from pg_class where relname ~ '^premises_v[0-9]+$' and relkind = 'r'`.execute(db)
      expect(rows).toHaveLength(2)
    })
  })

  test('imports a release, lists it, imports nothing twice, and drops it', async () => {
    write(MAY, bdukFile(2_500))
    expect(await data('import', MAY)).toEqual({
      code: 0,
      said: `Reading ${MAY} ...\nMaking it ready ...\nDone: version 1, bduk-premises of 2026-05, is active with 2,500 rows. 0 were refused.\n`,
      errors: '',
    })
    expect(await place.atRest((db) => findPremises(db, '11'))).toMatchObject({
      postcode: 'TD16 0AA',
      contract_supplier: 'Openreach Limited',
      contract_until: '2031-09-30',
    })
    expect(await data('import', MAY)).toMatchObject({
      code: 0,
      said: 'Version 1 was made from the same files and is active. There is nothing to do.\n',
    })
    expect((await data('list')).said).toMatch(
      /^version 1 {2}bduk-premises of 2026-05 {2}active {2}2,500 rows, 0 refused, imported \d{4}-\d\d-\d\d\n$/,
    )
    expect(await data('drop', '7')).toMatchObject({
      code: 1,
      errors: 'There is no version 7. To list them: doorstep data list.\n',
    })
    expect((await data('drop', '1')).said).toBe('Dropped: version 1. No version of its kind is active now.\n')
    expect((await data('list')).said).toBe('There is no data. Eligibility checks are simulated.\n')
  })

  test('keeps an older month that is imported later, warns of it, and says how to make it active', async () => {
    write(MAY, bdukFile(60))
    write('202601_BDUK_uprn_release_wales.csv', bdukFile(20))
    await data('import', MAY)
    const older = await data('import', '202601_BDUK_uprn_release_wales.csv')
    expect(older).toMatchObject({ code: 0, errors: '' })
    expect(older.said.split('\n')).toEqual([
      'Version 1 is newer, of 2026-05, and stays active. This one will be kept.',
      'Reading 202601_BDUK_uprn_release_wales.csv ...',
      'Making it ready ...',
      'Done: version 2, bduk-premises of 2026-01, is kept with 20 rows. 0 were refused.',
      'Version 1 is newer and active. To use version 2: doorstep data drop 1',
      '',
    ])
    expect(await place.atRest((db) => findPremises(db, '60'))).toBeDefined()
    expect((await data('list')).said).toMatch(/^version 2 .+ kept .+\nversion 1 .+ active .+\n$/)
    expect((await data('drop', '1')).said).toContain('Version 2, which was kept, is active again.')
    expect(await place.atRest((db) => findPremises(db, '60'))).toBeUndefined()
    expect((await data('import', MAY)).said).toContain('Done: version 3, bduk-premises of 2026-05, is active')
  })

  test('finds a version that is active although a newer one is kept', async () => {
    // These months are never overdue.
    const [may, june] = ['209905_BDUK_uprn_release_wales.csv', '209906_BDUK_uprn_release_wales.csv']
    write(may, bdukFile(20))
    write(june, bdukFile(30))
    await data('import', may)
    await data('import', june)
    expect((await data('check')).code).toBe(0)
    // An earlier release of Doorstep could leave this state.
    await place.atRest((db) =>
      db.updateTable('dataset_versions').set({ observed_month: '2099-07' }).where('id', '=', 1).execute(),
    )
    expect(await data('check')).toMatchObject({
      code: 1,
      said: 'Version 2 is active, but version 1, which is kept, is newer: drop version 2.\n',
    })
  })

  test('imports only some places, from several files', async () => {
    write(MAY, bdukFile(60))
    write('202605_BDUK_uprn_release_sample.csv', `\ufeff${BDUK_HEADER}\r\n${bdukRow(900)}\r\n`)
    const imported = await data('import', MAY, '202605_BDUK_uprn_release_sample.csv', '--only=CA29,W06000099')
    expect(imported).toMatchObject({ code: 0, errors: '' })
    expect(imported.said).toContain('is active with 20 rows from 2 files. 0 were refused.')
    const found = await place.atRest((db) => listPremises(db, ['CA29 0AA', 'LL79 0AA']))
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(({ postcode }) => postcode))).toEqual(new Set(['CA29 0AA']))
  })

  test('reports refused rows with their lines, and refuses the whole file if there are too many', async () => {
    const wrong = bdukRow(3).replace('Wales,', 'Scotland,')
    write(MAY, `${bdukFile(1_000) + bdukRow(1_001).replace(/^1001/, '1.00091E+11')}\n`)
    const imported = await data('import', MAY)
    expect(imported.said).toContain(`1 row is refused: see ${MAY}.refused.csv for lines and reasons.\n`)
    expect(imported.said).toContain('is active with 1,000 rows. 1 were refused.')
    expect(read(`${MAY}.refused.csv`)).toBe(
      'line,reason\n1002,Excel shortened the UPRN 1.00091E+11; format the column as text and save it again\n',
    )
    write(MAY, `${BDUK_HEADER}\n${bdukRow(1)}\n"${wrong}\n${bdukRow(4)},,\n`.replace(`"${wrong}`, wrong))
    expect(await data('import', MAY)).toMatchObject({
      code: 1,
      errors: `${MAY} is refused as a whole: 2 of 3 rows are refused, which is more than 0.1 %. See ${MAY}.refused.csv. Nothing has changed.\n`,
    })
    expect(read(`${MAY}.refused.csv`)).toBe(
      'line,reason\n3,country is neither England nor Wales: \'Scotland\'\n4,"has 30 columns, and the header 28"\n',
    )
    expect((await data('list')).said).toMatch(/^version 1 .+\n$/)
  })

  test('keeps voucher areas from a file, all or none, and names stale ones', async () => {
    write(
      'areas.csv',
      `${AREAS}\nE06000066,Somerset,open,2026-01-01,,4500,,2026-02-01\nlot 6,Devon,maybe,,,,,2026-02-01\n`,
    )
    expect(await data('import', 'areas.csv')).toMatchObject({
      code: 1,
      errors: '1 row is refused in areas.csv: see areas.csv.refused.csv. Nothing has changed.\n',
    })
    expect((await data('check')).code).toBe(0)
    write('areas.csv', `${AREAS}\nE06000066,Somerset,open,2026-01-01,,4500,,2026-02-01\n`)
    expect((await data('import', 'areas.csv')).said).toBe('Done: 1 voucher areas of areas.csv are stored.\n')
    write('areas.csv', `${AREAS},note\nE06000066,Somerset,open,2026-01-01,,4500,,2026-02-01,By phone\n`)
    await data('import', 'areas.csv')
    write('areas.csv', `${AREAS}\nE06000066,Somerset,open,2026-01-01,,4500,,2026-02-01\n`)
    await data('import', 'areas.csv')
    expect(await place.atRest(listVoucherAreas)).toMatchObject([{ note: 'By phone' }])
    write('202501_BDUK_uprn_release_wales.csv', bdukFile(20))
    await data('import', '202501_BDUK_uprn_release_wales.csv')
    expect(await data('check')).toMatchObject({
      code: 1,
      said: 'Version 1, bduk-premises of 2025-01, is stale: import a newer release.\nSomerset (E06000066) was last checked on 2026-02-01: check whether vouchers are open there.\n',
    })
  })
})

describe('doorstep data beside a server on the embedded database', () => {
  beforeEach(setUp('embedded'))

  test('imports through the Doorstep that runs on the folder, and only on this machine', async () => {
    fs.writeFileSync(path.join(place.folder, MAY), bdukFile(30))
    const served = await serve(place.settings)
    const port = new URL(served.url).port
    const through = (...args: string[]) =>
      startCommandIn(place.folder, { ...place.settings, PORT: port }, 'data', ...args).outcome
    const alone = await startCommandIn(place.folder, place.settings, 'data', 'list').outcome
    expect(alone.errors).toMatch(
      /^Doorstep is running on .+, but does not answer on http:\/\/127\.0\.0\.1:3000\. Run/,
    )
    expect((await through('import', MAY)).said).toContain('is active with 30 rows')
    expect((await served.db.selectFrom('premises').select('uprn').execute()).length).toBe(30)
    const elsewhere = (method: string, path: string) =>
      fetch(`${served.url}/functions/v1/back-office/data/versions/${path}`, {
        method,
        headers: { apikey: 'public-anon-key', 'x-forwarded-for': '203.0.113.7' },
      })
    const loaded = await elsewhere('POST', '1/rows')
    expect([loaded.status, await loaded.json()]).toMatchObject([403, { code: 'data-is-local' }])
    expect((await through('drop', '1')).said).toContain('Dropped: version 1.')
    expect(await (await elsewhere('DELETE', '1')).json()).toEqual({ was: null, answers: null })
    await served.stop()
  })
})
