import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadVersion } from '../premises/loading.testing.ts'
import { premisesDataOn } from '../premises/premises-data.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { addLead } from '../testing/live-server.ts'
import { findPlaces, type LeadPlace, setPlaces } from './lead-places.queries.ts'
import { placeNextLeads } from './place-leads.queries.ts'

const NOWHERE = { lat: null, lon: null, point_source: null }
const HERE = { lat: 53.3, lon: -4.1, point_source: 'uprn' }

describe.each(DATABASES)('points of OS Open UPRN in the %s database', (kind) => {
  let database: FreshDatabase
  beforeEach(async () => {
    database = await freshDatabase(kind)
  })
  afterEach(() => database.close())

  async function addPlace(address: string, uprn: number, place: Partial<LeadPlace> = {}): Promise<string> {
    const { id } = await addLead(database.db, address)
    const empty = { lat: null, lon: null, point_source: null }
    await setPlaces(database.db, [{ lead_id: id, uprn, premises_match: 'given', ...empty, ...place }])
    return id
  }
  const places = (...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await findPlaces(database.db, [id]))[0]))
  const placeAll = async () => {
    while (await placeNextLeads(database.db));
  }

  test('place known and later leads with a UPRN, but not those that a file placed', async () => {
    const known = await addPlace('1 Mill Lane', 1)
    const given = await addPlace('2 Mill Lane', 2, { lat: 51, lon: -1, point_source: 'given' })
    const other = await addPlace('3 Mill Lane', 3)
    await loadVersion(database, 'uprn-points', { lines: ['1\t53.3\t-4.1', '2\t53.3\t-4.1', '4\t53.3\t-4.1'] })
    expect(await places(known)).toMatchObject([NOWHERE])
    await placeAll()
    const later = await addPlace('4 Mill Lane', 4)
    expect(await places(known, given, other, later)).toMatchObject([
      HERE,
      { lat: 51, lon: -1, point_source: 'given' },
      NOWHERE,
      HERE,
    ])
  })

  test('of a new version replace the old ones, and disappear with the last version', async () => {
    const moved = await addPlace('1 Mill Lane', 1)
    const gone = await addPlace('2 Mill Lane', 2)
    const first = await loadVersion(database, 'uprn-points', { lines: ['1\t53.3\t-4.1', '2\t53.3\t-4.1'] })
    await placeAll()
    const second = await loadVersion(database, 'uprn-points', { lines: ['1\t53.4\t-4.2'], month: '2026-08' })
    await placeAll()
    expect(await places(moved, gone)).toMatchObject([{ lat: 53.4, lon: -4.2 }, NOWHERE])
    const data = premisesDataOn(database, { actor: 'operator' })
    await data.drop(second)
    await placeAll()
    expect(await places(moved, gone)).toMatchObject([HERE, HERE])
    await data.drop(first)
    expect(await places(moved, gone)).toMatchObject([NOWHERE, NOWHERE])
    await data.close()
  })

  test('place more leads than one batch holds, each once', async () => {
    const { db } = database
    const leads = Array.from({ length: 501 }, (_, n) => ({
      street_address: `${n} Hill`,
      postcode: '',
      voucher_value: 0,
    }))
    const added = await db.insertInto('leads').values(leads).returning('id').execute()
    const lines = added.map((_lead, n) => `${n + 1}\t53.3\t-4.1`)
    await setPlaces(
      db,
      added.map(({ id }, n) => ({
        lead_id: id,
        uprn: n + 1,
        lat: null,
        lon: null,
        point_source: null,
        premises_match: 'given' as const,
      })),
    )
    await loadVersion(database, 'uprn-points', { lines })
    expect(await placeNextLeads(db)).toBe(true)
    expect(await placeNextLeads(db)).toBe(false)
    const placed = await db
      .selectFrom('lead_places')
      .where('point_source', '=', 'uprn')
      .select('uprn')
      .execute()
    expect(placed).toHaveLength(501)
  })
})
