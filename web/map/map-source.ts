import { isObject } from '#domain/kernel/parse-json.ts'
import type { TileAddress } from '#domain/street/map-tiles.ts'
import { MAP_PATH, type MapDescription, type NoMap } from '#protocol/map.ts'
import { ask } from '../http/ask.ts'
import { findKeptTile } from './kept-tiles.ts'

/** Reads which map the server has; undefined if it cannot be reached. */
export async function readServersMap(): Promise<MapDescription | NoMap | undefined> {
  const answer = await ask(MAP_PATH, isObject<MapDescription | NoMap>)
  return answer.ok ? answer.value : undefined
}

type HowUrgent = { priority?: RequestPriority; signal?: AbortSignal }

/** Returns a tile from this phone or the server; empty where the map has nothing. Rejects if neither provides it. */
export async function loadTile(
  { version }: MapDescription,
  tile: TileAddress,
  { priority = 'auto', signal }: HowUrgent = {},
): Promise<ArrayBuffer> {
  const kept = await findKeptTile(version, tile).catch(() => undefined)
  if (kept) return kept
  const { z, x, y } = tile
  const response = await fetch(`${MAP_PATH}/${version}/${z}/${x}/${y}`, {
    priority,
    ...(signal && { signal }),
  })
  if (!response.ok) throw new Error(`no tile: ${response.status}`)
  return response.arrayBuffer()
}
