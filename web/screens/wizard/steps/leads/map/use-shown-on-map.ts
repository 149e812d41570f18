import { useEffect, useRef } from 'react'
import type { Dot } from '#domain/street/map-dots.ts'
import type { Point } from '#domain/street/point.ts'
import type { MapCanvas } from './map-canvas.ts'
import type { Here } from './marker-layer.ts'
import type { MapFound } from './use-map-found.ts'

type ShownOnMap = {
  canvas: MapCanvas | undefined
  /** Whether the map shows the place where the agent left it, so that it is not fitted to the doors. */
  isBack: boolean
  found: MapFound
  dots: readonly Dot[]
  here: Here | undefined
  selectedPoint: Point | undefined
}

/** Keeps the canvas up to date, and fits it once to the selected door, to all doors or to the area of the tiles. */
export function useShownOnMap({ canvas, isBack, found, dots, here, selectedPoint }: ShownOnMap): void {
  useEffect(() => canvas?.showTiles(found.map), [canvas, found.map])
  useEffect(() => canvas?.show({ dots }), [canvas, dots])
  useEffect(() => canvas?.show({ here }), [canvas, here])
  const isFitted = useRef(isBack)
  useEffect(() => {
    if (!canvas || isFitted.current) return
    const points = selectedPoint ? [selectedPoint] : dots.map(({ point }) => point)
    if (points.length > 0) canvas.fit(points)
    else if (found.map) canvas.fitBounds(found.map.bounds)
    isFitted.current = points.length > 0
  }, [canvas, selectedPoint, dots, found.map])
  useEffect(() => {
    canvas?.show({ selected: selectedPoint })
    if (selectedPoint) canvas?.bringIntoView(selectedPoint)
  }, [canvas, selectedPoint])
}
