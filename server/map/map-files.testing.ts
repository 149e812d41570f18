import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { zxyToTileId } from 'pmtiles'
import { type TileOfVillage, VILLAGE, villageTiles } from './village.testing.ts'

type Made = { tiles?: readonly TileOfVillage[]; metadata?: Record<string, string>; index?: boolean }

/** Writes an MBTiles file of the village. */
export function writeMbtiles(
  file: string,
  { tiles = villageTiles(), metadata = {}, index = true }: Made = {},
): void {
  const database = new DatabaseSync(file)
  database.exec('create table metadata (name text, value text)')
  database.exec(
    'create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)',
  )
  if (index) database.exec('create unique index tile_index on tiles (zoom_level, tile_column, tile_row)')
  const { name, bounds, attribution } = VILLAGE
  const rows = { name, format: 'pbf', bounds: bounds.join(','), attribution, ...metadata }
  const note = database.prepare('insert into metadata values (?, ?)')
  for (const [key, value] of Object.entries(rows)) note.run(key, value)
  const insert = database.prepare('insert into tiles values (?, ?, ?, ?)')
  database.exec('begin')
  for (const { z, x, y, bytes } of tiles) insert.run(z, x, 2 ** z - 1 - y, bytes)
  database.exec('commit')
  database.close()
}

const HEADER_BYTES = 127
/** Constants of PMTiles, version 3. */
const NOT_COMPRESSED = 1
const GZIP = 2
const VECTOR = 1

/** Writes a PMTiles file of the village, with its only directory at the front. */
export function writePmtiles(file: string): void {
  const tiles = villageTiles()
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
    .sort((one, other) => one.id - other.id)
  const directory = Buffer.from([
    ...varint(tiles.length),
    ...tiles.flatMap(({ id }, index) => varint(id - (tiles[index - 1]?.id ?? 0))),
    ...tiles.flatMap(() => varint(1)),
    ...tiles.flatMap(({ bytes }) => varint(bytes.length)),
    // 0 means right after the previous tile; otherwise it is the offset plus one.
    ...tiles.flatMap((_, index) => varint(index === 0 ? 1 : 0)),
  ])
  const metadata = Buffer.from(JSON.stringify({ name: VILLAGE.name, attribution: VILLAGE.attribution }))
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes))
  const metadataAt = HEADER_BYTES + directory.length
  const dataAt = metadataAt + metadata.length
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const sizes = [HEADER_BYTES, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, data.length]
  for (const [index, value] of [...sizes, tiles.length, tiles.length, tiles.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + index * 8)
  const kinds = [1, NOT_COMPRESSED, GZIP, VECTOR, VILLAGE.minzoom, VILLAGE.maxzoom]
  for (const [index, value] of kinds.entries()) header.writeUInt8(value, 96 + index)
  for (const [index, degrees] of VILLAGE.bounds.entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4)
  writeFileSync(file, Buffer.concat([header, directory, metadata, data]))
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}
