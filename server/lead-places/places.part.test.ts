import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STREET_PATH } from '#protocol/street.ts'
import { csv, openLeadFiles } from '../lead-files/lead-files.testing.ts'
import { loadVersion } from '../premises/loading.testing.ts'
import { streetRoutes } from '../street/feed/street.routes.ts'
import { DATABASES } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { startLiveServer } from '../testing/live-server.ts'
import { openStream } from '../testing/sse-client.ts'
import { placeNextLeads } from './place-leads.queries.ts'

const FILE = csv(
  'Address,Postcode,UPRN,Lat,Lon,Area',
  '1 Oak Hill,LL79 1AB,100091234567,53.31,-4.21,Ludlow',
  '2 Oak Hill,LL79 1AB,7,,,Hereford',
  '3 Oak Hill,LL79 1AB,,,,Ludlow',
)

describe.each(DATABASES)('The places of leads, for the phones of the %s database,', (kind) => {
  let server: Awaited<ReturnType<typeof startLiveServer>>
  let files: ReturnType<typeof openLeadFiles>
  beforeAll(async () => {
    server = await startLiveServer(kind)
    files = openLeadFiles(server.db)
  })
  afterAll(async () => {
    await files.close()
    await server.close()
  })

  async function feed(query: string) {
    const app = Fastify()
    app.register(streetRoutes({ db: server.db, callers: keyHolders(server.key) }))
    const answer = await app.inject({ url: STREET_PATH + query, headers: { apikey: server.key } })
    await app.close()
    return answer.json()
  }

  test('are a part of the street, by area, and changes are announced', async () => {
    const stream = await openStream(`${server.url}&area=Ludlow`)
    await stream.next()
    await files.apply(FILE)
    server.changeFeed.wake()
    const lead = { event: 'message', data: expect.stringContaining('Oak Hill') }
    const street = { event: 'street', data: '{"part": "places"}' }
    for (const expected of [lead, lead, street]) expect(await stream.next()).toMatchObject(expected)
    stream.close()
    const first = { lead_id: expect.any(String), uprn: '100091234567', lat: 53.31, lon: -4.21 }
    const second = { lead_id: expect.any(String), uprn: '7', lat: null, lon: null }
    expect(await feed('?parts=places&area=Ludlow')).toMatchObject({ places: [first] })
    expect((await feed('?parts=places')).places).toEqual(expect.arrayContaining([first, second]))
  })

  test('include the attribution that the licence of their points requires, if OS Open UPRN has placed a lead', async () => {
    const attributions = async (query: string) => (await feed(`?parts=attributions${query}`)).attributions
    await files.apply(FILE)
    expect(await attributions('')).toEqual([])
    await loadVersion(server.database, 'uprn-points', { lines: ['7\t53.3\t-4.1'], month: '2026-08' })
    await placeNextLeads(server.db)
    const words = ['Contains OS data © Crown copyright and database right 2026']
    expect(await attributions('&area=Hereford')).toEqual(words)
    expect(await attributions('')).toEqual(words)
    expect(await attributions('&area=Ludlow')).toEqual([])
  })
})
