import { useEffect, useState } from 'react'
import type { MapDescription } from '#protocol/map.ts'
import { findKeptMap } from '../../../../../map/kept-tiles.ts'
import type { KeptMap } from '../../../../../map/map-database.ts'
import { readServersMap } from '../../../../../map/map-source.ts'

/** Why there are no tiles: the server has no map, or it cannot be reached and the phone keeps none. */
export type WhyNoMap = 'none' | 'offline'

export type MapFound = {
  /** The map to draw. Undefined while the phone looks for one, and if no map was found. */
  map: MapDescription | undefined
  why: WhyNoMap | undefined
  /** Whether the server can be asked for tiles of this map. */
  isServed: boolean
  kept: KeptMap | undefined
}

const NOTHING: MapFound = { map: undefined, why: undefined, isServed: false, kept: undefined }

/**
 * Returns the map that the phone keeps at once, then the server's. Call `onKept` when the phone keeps another map or
 * none.
 */
export function useMapFound(): MapFound & { onKept: (kept: KeptMap | undefined) => void } {
  const [found, setFound] = useState(NOTHING)
  useEffect(() => {
    let isOver = false
    const look = async () => {
      // A browser that cannot open the database keeps no map.
      const kept = await findKeptMap().catch(() => undefined)
      if (!isOver && kept) setFound({ ...NOTHING, map: kept.map, kept })
      const answer = await readServersMap()
      if (isOver) return
      const served = answer?.version === null ? undefined : answer
      const why = served || kept ? undefined : answer ? 'none' : 'offline'
      setFound((before) => {
        const map = served?.version === before.map?.version ? before.map : (served ?? before.map)
        return { map, why, isServed: served !== undefined, kept }
      })
    }
    void look()
    addEventListener('online', look)
    return () => {
      isOver = true
      removeEventListener('online', look)
    }
  }, [])
  return { ...found, onKept: (kept) => setFound((before) => ({ ...before, kept })) }
}
