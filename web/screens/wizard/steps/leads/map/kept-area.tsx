import { useState } from 'react'
import { tilesOfDoors } from '#domain/street/map-tiles.ts'
import type { Point } from '#domain/street/point.ts'
import { type KeepOutcome, keepArea } from '../../../../../map/keep-area.ts'
import { removeKeptMap } from '../../../../../map/kept-tiles.ts'
import type { KeptMap } from '../../../../../map/map-database.ts'
import { Button } from '../../../../../ui/button.tsx'
import { toast } from '../../../../../ui/toast-store.ts'
import type { MapFound } from './use-map-found.ts'

type KeptAreaProps = {
  found: MapFound
  /** The doors around which the map is kept. */
  doors: readonly Point[]
  onKept: (kept: KeptMap | undefined) => void
}

const FAILURES: Record<Exclude<KeepOutcome, 'whole'>, string> = {
  'too-large': 'Partly kept: A phone keeps at most 30 MB of the map',
  'short-of-space': 'Map not kept: This phone is short of space, and sales come first',
  lost: 'Partly kept: The connection was lost. Press Keep this area again',
}

/** Keeps the map around the agent's doors on the phone, shows its size, and removes it (docs/product 18.5). */
export function KeptArea({ found: { map, kept, isServed }, doors, onKept }: KeptAreaProps) {
  const [share, setShare] = useState<number>()
  if (!map || (!kept && !isServed)) return null

  async function keep() {
    if (!map) return
    const tiles = tilesOfDoors(doors, map)
    setShare(0)
    let last = kept
    const outcome = await keepArea(map, tiles, (now, done) => {
      last = now
      setShare(done / tiles.length)
    })
    setShare(undefined)
    onKept(outcome === 'short-of-space' ? undefined : last)
    if (outcome === 'whole') toast('Map kept: This area works offline')
    else toast(FAILURES[outcome], 'wait')
  }

  async function remove() {
    await removeKeptMap()
    onKept(undefined)
  }

  const isEarlier = kept !== undefined && kept.map.version !== map.version
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm">
      <p role="status" className="min-w-0 flex-1 text-muted">
        {share !== undefined
          ? `Keeping the map: ${Math.round(share * 100)}%`
          : isEarlier
            ? 'A newer map is available.'
            : kept
              ? `${inMegabytes(kept.bytes)} of map on this phone.`
              : 'The map needs a connection.'}
      </p>
      {isServed && doors.length > 0 && (
        <Button look="quiet" busy={share !== undefined} onClick={() => void keep()}>
          Keep this area
        </Button>
      )}
      {kept && share === undefined && (
        <Button look="quiet" onClick={() => void remove()}>
          Remove
        </Button>
      )}
    </div>
  )
}

const MEGABYTE = 1024 * 1024

/** Returns a size such as `1.2 MB`, which is at least 0.1. */
export const inMegabytes = (bytes: number) => `${Math.max(0.1, bytes / MEGABYTE).toFixed(1)} MB`
