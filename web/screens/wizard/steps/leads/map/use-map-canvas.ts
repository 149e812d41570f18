import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Point } from '#domain/street/point.ts'
import { watchColours } from './colours.ts'
import { createMapCanvas, type MapCanvas } from './map-canvas.ts'
import type { MapPlace } from './map-moves.ts'

/** Where the agent left the map. It outlives the view, so that the map is there again after a look at the list. */
let left: MapPlace | undefined

type MapEvents = { onTap: (point: Point, reachM: number) => void }

/**
 * Draws the map into `target` while the view is open. Returns the canvas once it exists, what it shows now, and whether
 * it shows the place where the agent left it.
 */
export function useMapCanvas(target: RefObject<HTMLElement | null>, { onTap }: MapEvents) {
  const [canvas, setCanvas] = useState<MapCanvas>()
  const [place, setPlace] = useState(left)
  const [isBack] = useState(left !== undefined)
  const tapped = useRef(onTap)
  tapped.current = onTap

  useEffect(() => {
    if (!target.current) return
    const made = createMapCanvas(target.current, {
      onPlace(now) {
        left = now
        setPlace(now)
      },
      onTap: (point, reachM) => tapped.current(point, reachM),
    })
    if (left) made.goBack(left)
    setCanvas(made)
    const unwatch = watchColours(made.recolour)
    return () => {
      unwatch()
      made.dispose()
      setCanvas(undefined)
    }
  }, [target])

  return { canvas, place, isBack }
}
