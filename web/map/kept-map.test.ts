import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TileAddress } from '#domain/street/map-tiles.ts'
import type { MapDescription } from '#protocol/map.ts'
import { keepArea } from './keep-area.ts'
import { findKeptMap, findKeptTile, keepTile, MAX_MAP_BYTES, removeKeptMap } from './kept-tiles.ts'
import { loadTile } from './map-source.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const MAP: MapDescription = {
  version: 'v1',
  name: 'Made-up Green',
  format: 'pbf',
  bounds: [-5, 53, -4, 54],
  minzoom: 10,
  maxzoom: 14,
  attribution: '',
}
const MEGABYTE = 1024 * 1024
const tileAt = (x: number): TileAddress => ({ z: 14, x, y: 1 })
const tiles = (count: number) => Array.from({ length: count }, (_, x) => tileAt(x))

let asked: string[]
let answer: () => Response
let free: number
beforeEach(() => {
  asked = []
  answer = () => new Response(new Uint8Array(MEGABYTE))
  free = 200 * MEGABYTE
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: free, usage: 0 }) } })
  vi.stubGlobal('fetch', async (path: string, { priority }: { priority: string }) => {
    asked.push(`${path} ${priority}`)
    return answer()
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await removeKeptMap()
})

const keep = (count: number, map = MAP) => keepArea(map, tiles(count), () => {})

it('keeps the tiles of an area, fetched at a low priority, and counts their bytes', async () => {
  const seen: number[] = []
  const outcome = await keepArea(MAP, tiles(3), ({ bytes }, done) => seen.push(bytes / MEGABYTE, done))
  expect(outcome).toBe('whole')
  expect(seen).toEqual([1, 1, 2, 2, 3, 3])
  expect(asked).toEqual(['/map/v1/14/0/1 low', '/map/v1/14/1/1 low', '/map/v1/14/2/1 low'])
  expect(await findKeptMap()).toEqual({ map: MAP, bytes: 3 * MEGABYTE, tiles: 3 })
  expect((await loadTile(MAP, tileAt(2))).byteLength).toBe(MEGABYTE)
  expect(asked).toHaveLength(3)
})

it('remembers where the map has nothing', async () => {
  answer = () => new Response(null, { status: 204 })
  expect(await keep(1)).toBe('whole')
  expect((await findKeptTile('v1', tileAt(0)))?.byteLength).toBe(0)
})

it('keeps at most 30 MB and leaves the rest out', async () => {
  expect(await keep(40)).toBe('too-large')
  expect(await findKeptMap()).toMatchObject({ bytes: MAX_MAP_BYTES, tiles: 30 })
})

it('drops the area that was kept first if two are too large', async () => {
  await keep(20)
  const other = Array.from({ length: 20 }, (_, x) => tileAt(100 + x))
  expect(await keepArea(MAP, other, () => {})).toBe('whole')
  expect(await findKeptMap()).toMatchObject({ bytes: MAX_MAP_BYTES, tiles: 30 })
  for (const tile of other) expect(await findKeptTile('v1', tile)).toBeDefined()
  expect(await findKeptTile('v1', tileAt(0))).toBeUndefined()
})

it('counts a tile only once if it is kept again', async () => {
  await keep(2)
  await keep(2)
  expect(await findKeptMap()).toMatchObject({ bytes: 2 * MEGABYTE, tiles: 2 })
  expect(asked).toHaveLength(2)
})

it('replaces the tiles of an earlier map', async () => {
  await keep(2)
  const next = { ...MAP, version: 'v2' }
  await keep(1, next)
  expect(await findKeptMap()).toEqual({ map: next, bytes: MEGABYTE, tiles: 1 })
  expect(await findKeptTile('v1', tileAt(0))).toBeUndefined()
})

it('keeps what arrived before the connection was lost', async () => {
  answer = () => {
    if (asked.length > 2) throw new TypeError('Failed to fetch')
    return new Response(new Uint8Array(MEGABYTE))
  }
  expect(await keep(5)).toBe('lost')
  expect(await findKeptMap()).toMatchObject({ tiles: 2 })
})

it('gives the map up, and asks for nothing, if the phone is short of space', async () => {
  await keep(2)
  free = 50 * MEGABYTE
  expect(await keep(5)).toBe('short-of-space')
  expect(asked).toHaveLength(2)
  expect(await findKeptMap()).toBeUndefined()
})

it('gives the map up if the phone cannot store a tile', async () => {
  await keep(2)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await keep(5)).toBe('short-of-space')
  put.mockRestore()
  expect(await findKeptMap()).toBeUndefined()
})

it('continues after the map was deleted while it was open', async () => {
  await keepTile(MAP, tileAt(0), new ArrayBuffer(3))
  await removeKeptMap()
  expect(await findKeptMap()).toBeUndefined()
  await keepTile(MAP, tileAt(1), new ArrayBuffer(5))
  expect(await findKeptMap()).toMatchObject({ bytes: 5, tiles: 1 })
})

it('has no tile that neither phone nor server has', async () => {
  answer = () => new Response('gone', { status: 404 })
  await expect(loadTile(MAP, tileAt(0))).rejects.toThrow('404')
})
