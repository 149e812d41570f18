import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inTiles, tilesOfDoors } from './map-tiles.ts'

const LONDON = { lat: 51.502, lon: -0.119 }
const name = ({ z, x, y }: { z: number; x: number; y: number }) => `${z}/${x}/${y}`

it('counts tiles from the north-west, as web maps do', () => {
  expect(inTiles({ lat: 0, lon: 0 }, 1)).toEqual({ x: 1, y: 1 })
  const { x, y } = inTiles(LONDON, 14)
  expect([Math.floor(x), Math.floor(y)]).toEqual([8186, 5448])
})

it('returns the tiles of the doors, small scales first and full tiles before sparse ones', () => {
  const doors = [LONDON, LONDON, { lat: 51.6, lon: -0.119 }]
  const tiles = tilesOfDoors(doors, { minzoom: 8, maxzoom: 14 })
  expect(tiles[0]?.z).toBe(8)
  const closest = tiles.filter(({ z }) => z === 14)
  expect(name(closest[0] as (typeof closest)[0])).toBe('14/8186/5448')
})

const doors = fc.array(
  fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 179, noNaN: true }),
  }),
  { maxLength: 20 },
)

it('shows every door at every zoom, with no tile twice and none outside the world', () => {
  fc.assert(
    fc.property(doors, (places) => {
      const tiles = tilesOfDoors(places, { minzoom: 3, maxzoom: 6 })
      const names = new Set(tiles.map(name))
      expect(names.size).toBe(tiles.length)
      for (const { z, x, y } of tiles) expect(Math.max(x, y) < 2 ** z && Math.min(x, y) >= 0).toBe(true)
      for (const place of places)
        for (let z = 3; z <= 6; z++) {
          const at = inTiles(place, z)
          const y = Math.min(2 ** z - 1, Math.max(0, Math.floor(at.y)))
          expect(names).toContain(name({ z, x: Math.floor(at.x), y }))
        }
    }),
  )
})
