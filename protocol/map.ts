/**
 * The map that the server has, for anyone who can reach it (docs/product 18.1).
 *
 * - `GET /map` returns {@link MapDescription} or {@link NoMap}
 * - `GET /map/<version>/<z>/<x>/<y>` returns one tile, counted from the north as XYZ; 204 if the map has none there
 */
export const MAP_PATH = '/map'

export const TILE_TYPES = {
  pbf: 'application/vnd.mapbox-vector-tile',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
} as const

/** `pbf` is vector tiles, the others are pictures. */
export type TileFormat = keyof typeof TILE_TYPES

export type MapDescription = {
  /** Each file has its own version, so a tile of a version never changes. */
  version: string
  name: string
  format: TileFormat
  /** West, south, east and north in degrees. */
  bounds: [west: number, south: number, east: number, north: number]
  minzoom: number
  maxzoom: number
  /** The source that the map must credit, as plain text; empty if the file names none. */
  attribution: string
}

/** Why there is no map, in a sentence for the operator. */
export type NoMap = { version: null; message: string }
