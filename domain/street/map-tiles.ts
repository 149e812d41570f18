import type { Point } from './point.ts'

/** One tile of a map, counted from the north. */
export type TileAddress = { z: number; x: number; y: number }

const MAX_LAT = 85.051128

/** Returns how far a place is from the north-west corner of the world, counted in tiles of a zoom. */
export function inTiles({ lat, lon }: Point, zoom: number): { x: number; y: number } {
  const phi = (Math.max(-MAX_LAT, Math.min(MAX_LAT, lat)) * Math.PI) / 180
  return {
    x: ((lon + 180) / 360) * 2 ** zoom,
    y: ((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * 2 ** zoom,
  }
}

/**
 * If a door is within this share of a tile from its edge, the next tile is included, so that no door is at the edge of
 * the map.
 */
const NEAR_EDGE = 0.2

/**
 * Returns the tiles that show these doors from `minzoom` to `maxzoom`, each once. Small scales come first, because one
 * of their tiles can replace any tile at a large scale. Within a zoom, the tiles with the most doors come first.
 */
export function tilesOfDoors(
  doors: readonly Point[],
  { minzoom, maxzoom }: { minzoom: number; maxzoom: number },
): TileAddress[] {
  const tiles: TileAddress[] = []
  for (let z = minzoom; z <= maxzoom; z++) {
    const counted = new Map<string, { tile: TileAddress; doors: number }>()
    for (const door of doors)
      for (const tile of tilesAround(door, z)) {
        const key = `${tile.x}/${tile.y}`
        const entry = counted.get(key) ?? { tile, doors: 0 }
        entry.doors += 1
        counted.set(key, entry)
      }
    const most = [...counted.values()].sort((one, other) => other.doors - one.doors)
    tiles.push(...most.map(({ tile }) => tile))
  }
  return tiles
}

function tilesAround(door: Point, z: number): TileAddress[] {
  const { x, y } = inTiles(door, z)
  const columns = new Set([x - NEAR_EDGE, x + NEAR_EDGE].map(Math.floor))
  const rows = new Set([y - NEAR_EDGE, y + NEAR_EDGE].map(Math.floor))
  return [...columns].flatMap((column) =>
    [...rows].flatMap((row) =>
      Math.min(column, row) >= 0 && Math.max(column, row) < 2 ** z ? [{ z, x: column, y: row }] : [],
    ),
  )
}
