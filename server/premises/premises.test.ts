import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { loadVersion } from './loading.testing.ts'
import { findPremises, isListed, listPremises } from './premises.queries.ts'
import { premisesDataOn } from './premises-data.ts'
import { listActiveVersions, listVersions } from './versions.queries.ts'
import { deleteVoucherArea, listVoucherAreas, putVoucherAreas } from './voucher-areas.queries.ts'

const WHITE = '4\t6\t100\t\\N\t\\N\t\\N\t\\N\tLL79 1AB\tW06000001'
const IN_A_CONTRACT = '37\t6\t101\t2031-09-30\t2\t\\N\t\\N\tLL79 1AB\tW06000001'
const IN_A_PROJECT = '132\t\\N\t102\t\\N\t\\N\t1\t3\tCA29 9ZZ\t\\N'
const NAMES = ['Village Fibre', 'Openreach Limited', 'OR12091']
const MAY = { lines: [WHITE, IN_A_CONTRACT, IN_A_PROJECT], names: NAMES }

const WANTED = {
  kind: 'bduk-premises',
  observed_month: '2026-05',
  sha256: 'a'.repeat(64),
  only_areas: ['LL79'],
} as const
const wanted = { ...WANTED, only_areas: [...WANTED.only_areas] }

describe.each(DATABASES)('premises data on the %s database', (kind) => {
  let database: FreshDatabase
  beforeEach(async () => {
    database = await freshDatabase(kind)
  })
  afterEach(() => database.close())

  test('answers by UPRN and by postcode, with the names of suppliers and projects', async () => {
    const { db } = database
    await loadVersion(database, 'bduk-premises', MAY)
    await loadVersion(database, 'supplier-eligible', { lines: ['101', '999'] })
    expect(await findPremises(db, '101')).toEqual({
      uprn: '101',
      postcode: 'LL79 1AB',
      facts: 37,
      lot: 6,
      lad: 'W06000001',
      contract_supplier: 'Openreach Limited',
      contract_until: '2031-09-30',
      voucher_supplier: null,
      voucher_project: null,
      is_listed: true,
    })
    expect(await findPremises(db, '999')).toBeUndefined()
    expect([await isListed(db, '999'), await isListed(db, '100')]).toEqual([true, false])
    const found = await listPremises(db, ['LL79 1AB', 'CA29 9ZZ'])
    expect(found.map(({ uprn }) => uprn)).toEqual(['102', '100', '101'])
    expect(found[0]).toMatchObject({
      voucher_supplier: 'Village Fibre',
      voucher_project: 'OR12091',
      lot: null,
      lad: null,
    })
  })

  test('answers from the newest version, keeps the one before, and removes the rows of older ones', async () => {
    const { db } = database
    const first = await loadVersion(database, 'bduk-premises', { ...MAY, lines: [WHITE], month: '2025-09' })
    const second = await loadVersion(database, 'bduk-premises', {
      ...MAY,
      lines: [IN_A_CONTRACT],
      month: '2026-01',
    })
    const third = await loadVersion(database, 'bduk-premises', MAY)
    expect(await tables(database)).toEqual([`premises_v${second}`, `premises_v${third}`])
    expect(await listVersions(db)).toMatchObject([
      {
        id: third,
        observed_month: '2026-05',
        state: 'active',
        rows: 3,
        licence: 'Open Government Licence v3.0',
      },
      { id: second, observed_month: '2026-01', state: 'kept' },
    ])
    expect(await findPremises(db, '100')).toBeDefined()
    const data = premisesDataOn(database, { actor: 'operator' })
    expect(await data.drop(first)).toEqual({ was: null, answers: null })
    expect(await data.drop(third)).toEqual({ was: 'active', answers: second })
    expect(await findPremises(db, '100')).toBeUndefined()
    expect((await listActiveVersions(db)).map(({ id }) => id)).toEqual([second])
    expect(await data.drop(second)).toEqual({ was: 'active', answers: null })
    expect([await listPremises(db, ['LL79 1AB']), await tables(database)]).toEqual([[], []])
    await data.close()
  })

  test('keeps answering from the old version while a new one is loaded, and after it was given up', async () => {
    const old = await loadVersion(database, 'bduk-premises', MAY)
    const data = premisesDataOn(database, { actor: 'operator' })
    const begun = await data.begin(wanted)
    const id = 'id' in begun ? begun.id : 0
    await data.load(id, Buffer.from(`${id}\t${WHITE.replace('4', '12')}\n`))
    expect(await findPremises(database.db, '100')).toMatchObject({ facts: 4 })
    const progress = { rows: 1, read_percent: 40 }
    await data.renew(id, progress)
    const loading = async () => (await data.list()).loading
    expect(await loading()).toEqual({ id, ...progress, is_silent: false })
    await sql`update dataset_versions set leased_until = now() where id = ${id}`.execute(database.db)
    expect(await loading()).toEqual({ id, ...progress, is_silent: true })
    await data.drop(id)
    expect(await loading()).toBeNull()
    expect(await findPremises(database.db, '100')).toMatchObject({ facts: 4 })
    expect(await tables(database)).toEqual([`premises_v${old}`])
    await expect(data.load(id, Buffer.from(''))).rejects.toThrow('another import discarded it')
    await data.close()
  })

  test('loads nothing twice, one import at a time, and clears away a dead one', async () => {
    const { db } = database
    const data = premisesDataOn(database, { actor: 'operator' })
    const killed = await data.begin(wanted)
    const id = 'id' in killed ? killed.id : 0
    await data.load(id, Buffer.from(`${id}\t${WHITE}\n`))
    const another = premisesDataOn(database, { actor: 'operator' })
    expect(await another.begin({ ...wanted, kind: 'uprn-points' })).toEqual({ busy: true })
    await sql`update dataset_versions set leased_until = now() - interval '1 second'`.execute(db)
    const begun = await another.begin(wanted)
    const next = 'id' in begun ? begun.id : 0
    expect(await tables(database)).toEqual([`premises_v${next}`])
    await expect(data.renew(id, { rows: 1, read_percent: 40 })).rejects.toThrow('another import discarded it')
    await expect(data.activate(id, { rows: 1, refused: 0, files: [], names: [] })).rejects.toThrow(
      'another import discarded it',
    )
    await another.load(next, Buffer.from(`${next}\t${WHITE}\n`))
    await another.activate(next, { rows: 1, refused: 0, files: [], names: [] })
    expect(await data.begin(wanted)).toEqual({ same: next, state: 'active' })
    await data.close()
    await another.close()
  })

  test('refuses a UPRN that occurs twice', async () => {
    const data = premisesDataOn(database, { actor: 'operator' })
    const begun = await data.begin(wanted)
    const id = 'id' in begun ? begun.id : 0
    const twice = async () => {
      await data.load(id, Buffer.from(`${id}\t${WHITE}\n${id}\t${WHITE}\n`))
      await data.activate(id, { rows: 2, refused: 0, files: [], names: [] })
    }
    await expect(twice()).rejects.toThrow('A UPRN appears twice in these files.')
    await data.close()
  })

  test('keeps voucher areas, each once', async () => {
    const { db } = database
    const area = {
      area: 'W06000001',
      name: 'Isle of Anglesey',
      state: 'open',
      open_from: '2026-10-01',
      open_to: null,
      max_voucher: 4_500,
      source_url: '',
      checked_on: '2026-11-20',
      note: 'Reopens in spring',
    } as const
    const lot = {
      ...area,
      area: 'lot 6',
      name: 'Devon & Somerset',
      state: 'closed',
      max_voucher: null,
    } as const
    await putVoucherAreas(db, [area, lot])
    await putVoucherAreas(db, [{ ...area, state: 'unknown' }])
    expect(await listVoucherAreas(db)).toEqual([lot, { ...area, state: 'unknown' }])
    expect([await deleteVoucherArea(db, 'lot 6'), await deleteVoucherArea(db, 'lot 6')]).toEqual([
      true,
      false,
    ])
  })
})

async function tables({ db }: FreshDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relname ~ '_v[0-9]+$' and relkind = 'r'
      and relnamespace = 'public'::regnamespace order by oid`.execute(db)
  return rows.map(({ name }) => name)
}
