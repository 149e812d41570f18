import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { inTiles, type TileAddress, tilesOfDoors } from '#domain/street/map-tiles.ts'
import type { Point } from '#domain/street/point.ts'

/** A village that does not exist, for tests: its place, and the metadata of its map. */
export const VILLAGE = {
  name: 'Made-up Green',
  middle: { lat: 53.31, lon: -4.21 },
  minzoom: 10,
  maxzoom: 14,
  bounds: [-4.3, 53.25, -4.12, 53.37],
  attribution:
    '<a href="https://example.org">Contains OS data &copy; Crown copyright and database right 2026</a>',
} as const

const EXTENT = 4096
const STREETS = ['Mill Road', 'Station Road', 'Chapel Lane', 'Kirk Wynd', 'Green End']
/** The gaps between two streets and between two houses, in degrees of latitude and longitude. */
const STREET_GAP = 0.0012
const HOUSE_GAP = 0.00035
const HOUSES = 20

/** Returns the place of a house's door. Streets and houses count from 0. */
export const doorIn = (street: number, house: number): Point => ({
  lat:
    VILLAGE.middle.lat + (street - STREETS.length / 2) * STREET_GAP + (house % 2 === 0 ? 0.00018 : -0.00018),
  lon: VILLAGE.middle.lon + (Math.floor(house / 2) - HOUSES / 4) * HOUSE_GAP,
})

export const DOORS: readonly Point[] = STREETS.flatMap((_, street) =>
  Array.from({ length: HOUSES }, (_, house) => doorIn(street, house)),
)

export type TileOfVillage = TileAddress & { bytes: Buffer }

/** Returns the tiles of the village as gzipped vector tiles with the layers of OS Open Zoomstack. */
export const villageTiles = (): TileOfVillage[] =>
  tilesOfDoors(DOORS, VILLAGE).map((tile) => ({ ...tile, bytes: gzipSync(vectorTile(tile)) }))

type Shape = { type: 1 | 2 | 3; points: readonly Point[]; values: Record<string, string> }

const LAYERS: Record<string, Shape[]> = {
  woodland: [
    { type: 3, points: boxAround({ lat: 53.3155, lon: -4.215 }, 0.0012, 0.002), values: { type: 'Local' } },
  ],
  surfacewater: [
    { type: 3, points: boxAround({ lat: 53.305, lon: -4.207 }, 0.0007, 0.0016), values: { type: 'Local' } },
  ],
  buildings: DOORS.map((door) => ({ type: 3, points: boxAround(door, 0.00006, 0.0001), values: {} })),
  roads: STREETS.map((name, street) => ({
    type: 2,
    points: [-1.4, 1.4].map((side) => ({
      lat: VILLAGE.middle.lat + (street - STREETS.length / 2) * STREET_GAP,
      lon: VILLAGE.middle.lon + side * (HOUSES / 4) * HOUSE_GAP,
    })),
    values: { type: street === 1 ? 'A Road' : 'Local', name, level: '0' },
  })),
  names: [{ type: 1, points: [VILLAGE.middle], values: { type: 'Village', name1: VILLAGE.name } }],
}

function boxAround({ lat, lon }: Point, high: number, wide: number): Point[] {
  return [
    { lat: lat - high, lon: lon - wide },
    { lat: lat + high, lon: lon - wide },
    { lat: lat + high, lon: lon + wide },
    { lat: lat - high, lon: lon + wide },
  ]
}

/** Encodes a Mapbox Vector Tile, version 2. */
function vectorTile(tile: TileAddress): Uint8Array {
  const pbf = new PbfWriter()
  for (const [name, shapes] of Object.entries(LAYERS)) pbf.writeMessage(3, writeLayer, { name, shapes, tile })
  return pbf.finish()
}

type Layer = { name: string; shapes: readonly Shape[]; tile: TileAddress }

function writeLayer({ name, shapes, tile }: Layer, pbf: PbfWriter): void {
  const keys = [...new Set(shapes.flatMap(({ values }) => Object.keys(values)))]
  const values = [...new Set(shapes.flatMap(({ values }) => Object.values(values)))]
  pbf.writeVarintField(15, 2)
  pbf.writeStringField(1, name)
  for (const shape of shapes) {
    const tags = Object.entries(shape.values).flatMap(([key, value]) => [
      keys.indexOf(key),
      values.indexOf(value),
    ])
    pbf.writeMessage(2, writeFeature, { tags, type: shape.type, geometry: geometryOf(shape, tile) })
  }
  for (const key of keys) pbf.writeStringField(3, key)
  for (const value of values) pbf.writeMessage(4, (text, inner) => inner.writeStringField(1, text), value)
  pbf.writeVarintField(5, EXTENT)
}

type Encoded = { tags: number[]; type: number; geometry: number[] }

function writeFeature({ tags, type, geometry }: Encoded, pbf: PbfWriter): void {
  pbf.writePackedVarint(2, tags)
  pbf.writeVarintField(3, type)
  pbf.writePackedVarint(4, geometry)
}

const command = (id: number, count: number) => (id & 7) | (count << 3)
const zigzag = (value: number) => (value << 1) ^ (value >> 31)

function geometryOf({ type, points }: Shape, { z, x, y }: TileAddress): number[] {
  let [atX, atY] = [0, 0]
  const steps = points.map((point) => {
    const at = inTiles(point, z)
    const [nextX, nextY] = [Math.round((at.x - x) * EXTENT), Math.round((at.y - y) * EXTENT)]
    const step = [zigzag(nextX - atX), zigzag(nextY - atY)]
    ;[atX, atY] = [nextX, nextY]
    return step
  })
  const [first = [], ...rest] = steps
  const lines = rest.length > 0 ? [command(2, rest.length), ...rest.flat()] : []
  return [command(1, 1), ...first, ...lines, ...(type === 3 ? [command(7, 1)] : [])]
}
