import type { TileAddress } from '#domain/street/map-tiles.ts'
import type { MapDescription } from '#protocol/map.ts'
import { giveUpMap } from './give-up-map.ts'
import { type KeptMap, openMapDatabase } from './map-database.ts'

/** The maximum that a phone keeps of the map. */
export const MAX_MAP_BYTES = 30 * 1024 * 1024

const addressOf = (version: string, { z, x, y }: TileAddress) => `${version}/${z}/${x}/${y}`

/** Returns what this phone keeps of a map; undefined if it keeps nothing. */
export const findKeptMap = async (): Promise<KeptMap | undefined> =>
  (await openMapDatabase()).get('kept', 'map')

/** Returns a kept tile; undefined if it is not kept. An empty one means that the map has nothing there. */
export async function findKeptTile(version: string, tile: TileAddress): Promise<ArrayBuffer | undefined> {
  return (await (await openMapDatabase()).get('tiles', addressOf(version, tile)))?.bytes
}

/**
 * Stores a tile and its size in one transaction, and drops the oldest ones beyond the limit. Returns what is kept now.
 */
export async function keepTile(map: MapDescription, tile: TileAddress, bytes: ArrayBuffer): Promise<KeptMap> {
  const transaction = (await openMapDatabase()).transaction(['tiles', 'kept'], 'readwrite')
  const tiles = transaction.objectStore('tiles')
  const address = addressOf(map.version, tile)
  const [before, same] = await Promise.all([transaction.objectStore('kept').get('map'), tiles.get(address)])
  const kept: KeptMap = { map, bytes: before?.bytes ?? 0, tiles: before?.tiles ?? 0 }
  if (same) count(kept, same.bytes, -1)
  await tiles.put({ version: map.version, address, bytes, at: Date.now() })
  count(kept, bytes, 1)
  for (let oldest = await tiles.index('oldest').openCursor(); oldest; oldest = await oldest.continue()) {
    // The tiles of an earlier map are of no use once the new one is here.
    const isOutdated = oldest.value.version !== map.version
    if (!isOutdated && kept.bytes <= MAX_MAP_BYTES) break
    count(kept, oldest.value.bytes, -1)
    await oldest.delete()
  }
  await transaction.objectStore('kept').put(kept, 'map')
  await transaction.done
  return kept
}

function count(kept: KeptMap, { byteLength }: ArrayBuffer, tiles: 1 | -1): void {
  kept.bytes += byteLength * tiles
  kept.tiles += tiles
}

/** Deletes all tiles on this phone. */
export function removeKeptMap(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = giveUpMap()
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}
