import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaOf } from '#domain/testing/premises.ts'
import { findInSlice } from '#protocol/find-in-slice.ts'
import { PREMISES_PATH } from '#protocol/premises.ts'
import { decodeSlice } from '#protocol/premises-slice.ts'
import type { Context } from '../context.ts'
import { setPlaces } from '../lead-places/lead-places.queries.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { addLead } from '../testing/live-server.ts'
import { loadVersion } from './loading.testing.ts'
import { premisesRoutes } from './premises.routes.ts'
import { putVoucherAreas } from './voucher-areas.queries.ts'

const WHITE = '4\t6\t100\t\\N\t\\N\t\\N\t\\N\tLL79 1AB\tW06000001'
const IN_A_CONTRACT = '36\t6\t101\t2031-09-30\t2\t\\N\t\\N\tLL79 1AB\tW06000001'
const NEIGHBOUR = '12\t6\t102\t\\N\t\\N\t\\N\t\\N\tLL79 1ZZ\tW06000001'
const IN_A_PROJECT = '132\t\\N\t103\t\\N\t\\N\t1\t3\tCA29 9ZZ\t\\N'
const LINES = [WHITE, IN_A_CONTRACT, NEIGHBOUR, IN_A_PROJECT]
const NAMES = ['Village Fibre', 'Openreach Limited', 'OR12091']
/** The data is of this month, because the tests run on any day. */
const MONTH = new Date().toISOString().slice(0, 7)
const AREA = {
  area: 'W06000001',
  name: 'Llan Valley',
  state: 'open',
  open_from: null,
  open_to: null,
  max_voucher: 4500,
  source_url: '',
  checked_on: new Date().toISOString().slice(0, 10),
  note: '',
} as const

describe.each(DATABASES)('premises for phones on the %s database', (kind) => {
  const app = Fastify()
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const config = { company: { provider_name: 'Village Fibre' } }
    const context = { callers: keyHolders('key'), config, db: database.db } as unknown as Context
    await app.register(premisesRoutes(context), { prefix: PREMISES_PATH })
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })

  const get = (path: string, headers = {}) =>
    app.inject({ url: PREMISES_PATH + path, headers: { apikey: 'key', ...headers } })
  const verdict = async (query: string) => (await get(`/verdict?${query}`)).json().verdict

  test('answers with nothing while no data is active', async () => {
    expect((await get('/slice')).statusCode).toBe(204)
    expect(await verdict('postcode=LL791AB')).toBeNull()
  })

  describe('with data', () => {
    beforeAll(async () => {
      const { id } = await addLead(database.db, '1 High St', { area: 'Ludlow', postcode: 'll79 1ab' })
      await addLead(database.db, '9 Mill Lane', { area: 'Hereford', postcode: 'CA29 9ZZ' })
      const nowhere = { lat: null, lon: null, point_source: null, premises_match: 'given' } as const
      await setPlaces(database.db, [{ lead_id: id, uprn: 999, ...nowhere }])
      await putVoucherAreas(database.db, [AREA])
      await loadVersion(database, 'bduk-premises', { lines: LINES, names: NAMES, month: MONTH })
      await loadVersion(database, 'supplier-eligible', { lines: ['999'], month: MONTH })
    })

    test('packs the whole sectors of an area’s leads, and what the supplier lists of them', async () => {
      const answer = await get('/slice?area=Ludlow')
      const slice = decodeSlice(answer.rawPayload)
      if (!slice) throw new Error('The slice is of another format.')
      expect([...slice.uprns]).toEqual([999, 100, 101, 102])
      expect(slice.covers).toEqual(['LL79 1'])
      const found = findInSlice(slice, { uprn: '101', postcode: 'LL79 1AB' })
      expect(found?.premises).toMatchObject({
        facts: { contract: 'initial' },
        contract: { supplier: 'Openreach Limited', until: '2031-09-30' },
        area: areaOf({ checkedOn: AREA.checked_on }),
      })
      expect(found?.inPostcode).toHaveLength(2)
      expect(findInSlice(slice, { uprn: '999', postcode: 'LL79 1AB' })?.premises).toMatchObject({
        facts: undefined,
        isListed: true,
      })
      expect(decodeSlice((await get('/slice')).rawPayload)?.uprns).toHaveLength(5)
    })

    test('is not sent again until data, areas or leads change', async () => {
      const { etag } = (await get('/slice?area=Ludlow')).headers
      const again = async () => (await get('/slice?area=Ludlow', { 'if-none-match': etag })).statusCode
      expect(await again()).toBe(304)
      await putVoucherAreas(database.db, [{ ...AREA, max_voucher: 3000 }])
      expect(await again()).toBe(200)
      await putVoucherAreas(database.db, [AREA])
      expect(await again()).toBe(304)
    })

    test('is compressed for clients that accept it', async () => {
      const answer = await get('/slice?area=Ludlow', { 'accept-encoding': 'gzip, br' })
      expect(answer.headers['content-encoding']).toBe('gzip')
    })

    test('answers for one household by UPRN, by postcode, or from the supplier’s list', async () => {
      expect(await verdict('uprn=100&postcode=LL79+1AB')).toMatchObject({
        answer: 'likely',
        level: { of: 'premises', uprn: '100' },
        maxVoucher: 4500,
      })
      expect(await verdict('uprn=101')).toMatchObject({
        answer: 'no',
        reasons: ['In a government contract: Openreach Limited, by 30 Sept 2031'],
      })
      expect(await verdict('postcode=LL791AB')).toMatchObject({ answer: 'unknown', level: { premises: 2 } })
      expect(await verdict('uprn=103')).toMatchObject({
        answer: 'likely',
        reasons: ['In voucher project OR12091 of Village Fibre'],
      })
      expect(await verdict('uprn=999&postcode=LL79+1AB')).toMatchObject({ answer: 'likely' })
      expect(await verdict('uprn=998')).toMatchObject({ answer: 'unknown' })
    })

    test.each(['uprn=1e9', 'uprn=1234567890123', 'postcode=x'])('refuses %s', async (query) => {
      const answer = await get(`/verdict?${query}`)
      expect([answer.statusCode, answer.json().code]).toEqual([400, '22P02'])
    })
  })

  test('needs the key', async () => {
    expect((await app.inject({ url: `${PREMISES_PATH}/slice` })).statusCode).toBe(401)
  })
})
