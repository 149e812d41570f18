import { createEmpty, extend } from 'ol/extent.js'
import type OlMap from 'ol/Map.js'
import { getPointResolution, transformExtent } from 'ol/proj.js'
import type { Point } from '#domain/street/point.ts'
import { toMap } from './marker-layer.ts'

/** What the map shows now. `metresPerPixel` applies to its middle. */
export type MapPlace = {
  centre: [x: number, y: number]
  resolution: number
  metresPerPixel: number
  /** West, south, east and north in degrees. */
  bounds: readonly number[]
}

const ZOOM_OF_A_DOOR = 18
const STEP_MS = 200

/** Returns the functions that move a map, and one that returns its place. */
export function createMapMoves(map: OlMap) {
  const view = map.getView()
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const duration = isStill ? 0 : STEP_MS

  function placeNow(): MapPlace {
    const [x = 0, y = 0] = view.getCenter() ?? []
    const resolution = view.getResolution() ?? 1
    return {
      centre: [x, y],
      resolution,
      metresPerPixel: getPointResolution('EPSG:3857', resolution, [x, y]),
      bounds: transformExtent(view.calculateExtent(map.getSize()), 'EPSG:3857', 'EPSG:4326'),
    }
  }

  return {
    placeNow,
    /** Moves to the place where the agent left the map. */
    goBack: ({ centre, resolution }: MapPlace) => {
      view.setCenter(centre)
      view.setResolution(resolution)
    },
    /** Moves to one door, or so that several points are all in view. */
    fit(points: readonly Point[]) {
      const extent = createEmpty()
      for (const point of points) extend(extent, [...toMap(point), ...toMap(point)])
      if (points.length > 0) view.fit(extent, { padding: [40, 40, 40, 40], maxZoom: ZOOM_OF_A_DOOR })
    },
    /** Moves so that a rectangle, in degrees, is in view. */
    fitBounds: (bounds: readonly number[]) =>
      view.fit(transformExtent([...bounds], 'EPSG:4326', 'EPSG:3857')),
    /** Moves a place into view without changing the scale. */
    bringIntoView(point: Point) {
      const [west = 0, south = 0, east = 0, north = 0] = placeNow().bounds
      const isInView = point.lon > west && point.lon < east && point.lat > south && point.lat < north
      if (!isInView) view.animate({ center: toMap(point), duration })
    },
    zoomBy: (steps: number) => view.animate({ zoom: (view.getZoom() ?? 0) + steps, duration }),
  }
}
