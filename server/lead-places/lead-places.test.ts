import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '../erasure/person.queries.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { addLead } from '../testing/live-server.ts'
import { findPlaces, type LeadPlace, setPlaces } from './lead-places.queries.ts'

const GONE = '00000000-0000-4000-8000-000000000000'
const placeOf = (lead_id: string, place: Partial<LeadPlace> = {}): LeadPlace => ({
  lead_id,
  uprn: 100_091_234_567,
  lat: 53.31,
  lon: -4.21,
  point_source: 'given',
  premises_match: 'given',
  ...place,
})

describe.each(DATABASES)('places of leads in the %s database', (kind) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())

  test('are read as they were last set', async () => {
    const { id } = await addLead(database.db, '1 Mill Lane')
    await setPlaces(database.db, [placeOf(id), placeOf(GONE)])
    expect(await findPlaces(database.db, [id, GONE])).toEqual([placeOf(id)])
    const moved = placeOf(id, { lat: null, lon: null, point_source: null, premises_match: 'confirmed' })
    await setPlaces(database.db, [moved])
    expect(await findPlaces(database.db, [id])).toEqual([moved])
  })

  test('are erased with the person', async () => {
    const { id } = await addLead(database.db, '2 Mill Lane', { contact_email: 'mara@example.org' })
    await setPlaces(database.db, [placeOf(id)])
    await erasePerson(database.db, 'mara@example.org')
    expect(
      await database.db.selectFrom('lead_places').where('lead_id', '=', id).select('uprn').execute(),
    ).toEqual([])
  })

  test('have no UPRN of more than 12 digits and no half of a point', async () => {
    const { id } = await addLead(database.db, '3 Mill Lane')
    const set = (place: Partial<LeadPlace>) => setPlaces(database.db, [placeOf(id, place)])
    await expect(set({ uprn: 1_000_000_000_000 })).rejects.toMatchObject({ constraint: 'uprn_has_12_digits' })
    await expect(set({ lon: null })).rejects.toMatchObject({ constraint: 'point_is_whole' })
  })
})
