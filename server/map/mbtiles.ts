import type { DatabaseSync } from 'node:sqlite'
import { TILE_TYPES, type TileFormat } from '#protocol/map.ts'
import { plainText, type StoredTile, type TileFile, UnusableMap } from './tile-file.ts'

/** MBTiles counts rows from the south. */
const TILE =
  'select tile_data from tiles where zoom_level = ? and tile_column = ? and tile_row = (1 << ?) - 1 - ?'
const WORLD: [number, number, number, number] = [-180, -85.051129, 180, 85.051129]

type Metadata = ReadonlyMap<string, string>

/**
 * Opens an MBTiles file. Reading a tile from a file of a gigabyte took 0.02 ms, and at most 5 ms from a cold disk, so
 * this needs no thread. Refuses a file in which each read would look at every tile. Rejects with {@link UnusableMap} or
 * SQLite's error.
 */
export async function openMbtiles(path: string): Promise<TileFile> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    expectIndex(database)
    const metadata: Metadata = new Map(
      database
        .prepare('select name, value from metadata')
        .all()
        .map(({ name, value }) => [String(name), String(value ?? '')]),
    )
    const [minzoom, maxzoom] = zoomsOf(database, metadata)
    const tile = database.prepare(TILE)
    return {
      description: {
        name: metadata.get('name') ?? '',
        format: formatOf(metadata.get('format')),
        bounds: boundsOf(metadata.get('bounds')),
        minzoom,
        maxzoom,
        attribution: plainText(metadata.get('attribution') ?? ''),
      },
      read: async ({ z, x, y }) => storedTile(tile.get(z, x, z, y)?.tile_data),
      close: async () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

function expectIndex(database: DatabaseSync): void {
  const plan = database.prepare(`explain query plan ${TILE}`).all(0, 0, 0, 0)
  if (plan.some(({ detail }) => String(detail).startsWith('SCAN')))
    throw new UnusableMap('its table of tiles has no index')
}

function formatOf(format = ''): TileFormat {
  const name = { jpeg: 'jpg', mvt: 'pbf' }[format] ?? format
  if (name in TILE_TYPES) return name as TileFormat
  throw new UnusableMap('its metadata names no format that a phone can show (pbf, png, jpg or webp)')
}

function boundsOf(text = ''): [number, number, number, number] {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number)
  return [west, south, east, north].every(Number.isFinite) ? [west, south, east, north] : WORLD
}

function zoomsOf(database: DatabaseSync, metadata: Metadata): [number, number] {
  const zoom = (name: string, end: 'min' | 'max') => {
    const given = metadata.get(name)
    // One query for each end, because SQLite takes only one of them from the index.
    return given?.trim()
      ? Number(given)
      : Number(database.prepare(`select ${end}(zoom_level) as zoom from tiles`).get()?.zoom)
  }
  const zooms: [number, number] = [zoom('minzoom', 'min'), zoom('maxzoom', 'max')]
  if (!zooms.every((value) => Number.isInteger(value) && value >= 0 && value <= 30))
    throw new UnusableMap('its metadata names no zoom levels')
  return zooms
}

function storedTile(bytes: unknown): StoredTile | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined
  return { bytes, encoding: bytes[0] === 0x1f && bytes[1] === 0x8b ? 'gzip' : 'identity' }
}
