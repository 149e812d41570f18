import { mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MapDescription } from '#protocol/map.ts'
import { mapRoutes } from './map.routes.ts'
import { createMapFile } from './map-file.ts'
import { writeMbtiles, writePmtiles } from './map-files.testing.ts'
import { VILLAGE, villageTiles } from './village.testing.ts'

const ATTRIBUTION = 'Contains OS data © Crown copyright and database right 2026'
const tile = villageTiles().at(-1) as ReturnType<typeof villageTiles>[number]

let dataDir: string
let app: FastifyInstance
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'doorstep-map-'))
  mkdirSync(fileIn(''), { recursive: true })
  app = Fastify()
  const mapFile = createMapFile({ dataDir, log: app.log })
  app.addHook('onClose', () => mapFile.close())
  app.register(mapRoutes({ mapFile }))
})
afterEach(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true })
})

const fileIn = (name: string) => path.join(dataDir, 'map', name)
const describeMap = async () => (await app.inject('/map')).json<MapDescription>()
const get = (url: string, encodings = 'gzip, br') =>
  app.inject({ url, headers: { 'accept-encoding': encodings } })
const addressOf = async ({ z, x, y }: { z: number; x: number; y: number } = tile) =>
  `/map/${(await describeMap()).version}/${z}/${x}/${y}`

describe.each([
  { kind: 'MBTiles', name: 'village.mbtiles', write: writeMbtiles },
  { kind: 'PMTiles', name: 'village.pmtiles', write: writePmtiles },
])('a map in $kind', ({ name, write }) => {
  beforeEach(() => write(fileIn(name)))

  it('is described', async () => {
    expect(await describeMap()).toEqual({
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      name: VILLAGE.name,
      format: 'pbf',
      bounds: VILLAGE.bounds,
      minzoom: VILLAGE.minzoom,
      maxzoom: VILLAGE.maxzoom,
      attribution: ATTRIBUTION,
    })
  })

  it('sends every tile as it is stored, to be kept for ever', async () => {
    for (const stored of villageTiles()) {
      const answer = await get(await addressOf(stored))
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.equals(stored.bytes)).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/vnd.mapbox-vector-tile',
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      })
    }
  })

  it.each(['', 'identity', 'gzip;q=0, br'])(
    'unpacks a tile for a client that accepts %j',
    async (encodings) => {
      const answer = await get(await addressOf(), encodings)
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.rawPayload.equals(gunzipSync(tile.bytes))).toBe(true)
    },
  )

  it('returns an empty response if it has no tile there', async () => {
    const { statusCode, body } = await get(await addressOf({ z: 14, x: 0, y: 0 }))
    expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' })
  })

  it.each([
    '../../package.json',
    '14/1/1/1',
    '14/-1/1',
    '14/1.5/1',
    '14/1e3/1',
    '3/8/0',
    '99/0/0',
    '14/%2e%2e/%2e%2e',
    '14/0x10/0',
    '14/1/1.pbf',
    "14/1/1'--",
  ])('has no tile at %s', async (place) => {
    const { version } = await describeMap()
    expect((await get(`/map/${version}/${place}`)).statusCode).toBe(404)
  })

  it('has no tile of another version', async () => {
    const { z, x, y } = tile
    expect((await get(`/map/0000000000000000/${z}/${x}/${y}`)).statusCode).toBe(404)
  })

  it('is not used if it is cut short', async () => {
    truncateSync(fileIn(name), 60)
    expect(await describeMap()).toEqual({
      version: null,
      message: 'The file in DATA_DIR/map cannot be used: it is damaged or unfinished.',
    })
  })
})

describe('the folder', () => {
  it('says that there is no map', async () => {
    const message = 'There is no map: DATA_DIR/map has no .mbtiles or .pmtiles file.'
    expect(await describeMap()).toEqual({ version: null, message })
    writeFileSync(fileIn('.village.mbtiles'), 'still arrives')
    expect(await describeMap()).toEqual({ version: null, message })
    rmSync(fileIn(''), { recursive: true })
    expect(await describeMap()).toEqual({ version: null, message })
  })

  it('must have only one map', async () => {
    writeMbtiles(fileIn('one.mbtiles'))
    writePmtiles(fileIn('two.pmtiles'))
    expect(await describeMap()).toEqual({
      version: null,
      message: 'DATA_DIR/map has 2 map files. Leave one of them there.',
    })
  })

  it('accepts another file while the server runs, under another version', async () => {
    writeMbtiles(fileIn('village.mbtiles'))
    const before = await addressOf()
    expect((await get(before)).statusCode).toBe(200)
    writeMbtiles(fileIn('.next'), { metadata: { name: 'Next' } })
    renameSync(fileIn('.next'), fileIn('village.mbtiles'))
    expect((await get(before)).statusCode).toBe(404)
    expect((await describeMap()).name).toBe('Next')
    expect((await get(await addressOf())).statusCode).toBe(200)
  })

  it('answers many phones that find another file at once', async () => {
    writePmtiles(fileIn('village.pmtiles'))
    const address = await addressOf()
    rmSync(fileIn('village.pmtiles'))
    writeMbtiles(fileIn('village.mbtiles'))
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(address)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
    expect((await get(await addressOf())).statusCode).toBe(200)
  })
})

describe('an MBTiles file', () => {
  it('has the zooms of its tiles if its metadata names no others', async () => {
    writeMbtiles(fileIn('a.mbtiles'), { metadata: { minzoom: '3', maxzoom: '' } })
    expect(await describeMap()).toMatchObject({ minzoom: 3, maxzoom: VILLAGE.maxzoom })
  })

  it.each([
    ['pictures', { format: 'png' }, 'image/png'],
    ['photographs', { format: 'jpeg' }, 'image/jpeg'],
  ])('may contain %s', async (_kind, metadata, type) => {
    const bytes = Buffer.from('a picture')
    writeMbtiles(fileIn('a.mbtiles'), { metadata, tiles: [{ z: 14, x: 1, y: 2, bytes }] })
    const answer = await get(await addressOf({ z: 14, x: 1, y: 2 }))
    expect(answer.headers).toMatchObject({ 'content-type': type })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.rawPayload.equals(bytes)).toBe(true)
  })

  it.each([
    [{ index: false }, 'its table of tiles has no index'],
    [
      { metadata: { format: 'exe' } },
      'its metadata names no format that a phone can show (pbf, png, jpg or webp)',
    ],
    [{ metadata: { minzoom: 'x' } }, 'its metadata names no zoom levels'],
  ])('is refused with the reason: %j', async (made, reason) => {
    writeMbtiles(fileIn('a.mbtiles'), made)
    expect(await describeMap()).toEqual({
      version: null,
      message: `The file in DATA_DIR/map cannot be used: ${reason}.`,
    })
  })
})
