import type { TileAddress } from '#domain/street/map-tiles.ts'
import type { MapDescription } from '#protocol/map.ts'
import { keepTile, MAX_MAP_BYTES, removeKeptMap } from './kept-tiles.ts'
import type { KeptMap } from './map-database.ts'
import { loadTile } from './map-source.ts'

/**
 * How keeping an area ended: `too-large` if it exceeds the limit and the rest is left out; `short-of-space` if the
 * whole map is given up, because sales come first; `lost` if the connection broke.
 */
export type KeepOutcome = 'whole' | 'too-large' | 'short-of-space' | 'lost'

/** If there is less free space than this, no map is kept. */
const MIN_FREE_BYTES = 3 * MAX_MAP_BYTES

/**
 * Fetches and stores tiles one by one, at a lower priority than anything else that the phone fetches (docs/product
 * 18.5).
 */
export async function keepArea(
  map: MapDescription,
  tiles: readonly TileAddress[],
  onTile: (kept: KeptMap, done: number) => void,
): Promise<KeepOutcome> {
  if (await isShortOfSpace()) return giveUp()
  let bytesNow = 0
  for (const [index, tile] of tiles.entries()) {
    const bytes = await loadTile(map, tile, { priority: 'low' }).catch(() => undefined)
    if (!bytes) return 'lost'
    bytesNow += bytes.byteLength
    if (bytesNow > MAX_MAP_BYTES) return 'too-large'
    const kept = await keepTile(map, tile, bytes).catch(() => undefined)
    if (!kept) return giveUp()
    onTile(kept, index + 1)
  }
  return 'whole'
}

async function giveUp(): Promise<KeepOutcome> {
  await removeKeptMap()
  return 'short-of-space'
}

async function isShortOfSpace(): Promise<boolean> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return quota !== undefined && usage !== undefined && quota - usage < MIN_FREE_BYTES
}
