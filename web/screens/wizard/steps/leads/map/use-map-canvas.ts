import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Point } from '#domain/street/point.ts'
import { watchColours } from './colours.ts'
import { createMapCanvas, type MapCanvas } from './map-canvas.ts'
import type { MapPlace } from './map-moves.ts'

/** Where the map was left. It outlives the view, so that the agent finds it so after a look at the list. */
let left: MapPlace | undefined

type MapEvents = { onTap: (point: Point, reachM: number) => void }

/**
 * Draws the map into `target` for as long as the view is open. Returns it once it is there, what it shows now, and whether
 * it shows the place where it was left.
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
