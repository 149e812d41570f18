import { createEmpty, extend, isEmpty } from 'ol/extent.js'
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import DragPan from 'ol/interaction/DragPan.js'
import KeyboardPan from 'ol/interaction/KeyboardPan.js'
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import TileLayer from 'ol/layer/Tile.js'
import OlMap from 'ol/Map.js'
import { getPointResolution, toLonLat, transformExtent } from 'ol/proj.js'
import View from 'ol/View.js'
import type { Dot } from '#domain/street/map-dots.ts'
import type { Point } from '#domain/street/point.ts'
import type { MapDescription } from '#protocol/map.ts'
import { readColours } from './colours.ts'
import { DotSource } from './dot-source.ts'
import { createMarkerLayer, type Here, toMap } from './marker-layer.ts'
import { pixelRatio } from './pixel-ratio.ts'
import { createTileLayer, type MapTiles } from './tile-layer.ts'

/** What the map shows now. `metresPerPixel` holds at its middle. */
export type MapPlace = {
  centre: [x: number, y: number]
  resolution: number
  metresPerPixel: number
  /** West, south, east and north in degrees. */
  bounds: readonly number[]
}

export type MapCanvas = ReturnType<typeof createMapCanvas>

type MapEvents = {
  onPlace: (place: MapPlace) => void
  /** A tap at a place; `reachM`: how many metres a finger covers there. */
  onTap: (point: Point, reachM: number) => void
}

const MAX_ZOOM = 20
const ZOOM_OF_A_DOOR = 18
/** Half of a finger's target, in points. */
const REACH = 24
const STEP_MS = 200

/**
 * The map as OpenLayers draws it into `target`, with north up: the tiles, the dots and the agent's own place. The target
 * takes the focus of the keyboard: arrow keys move the map, plus and minus zoom.
 */
export function createMapCanvas(target: HTMLElement, { onPlace, onTap }: MapEvents) {
  const dots = new DotSource()
  const markers = createMarkerLayer()
  const view = new View({
    maxZoom: MAX_ZOOM,
    // Between two zooms, pictures would blur.
    constrainResolution: true,
    enableRotation: false,
    center: [0, 0],
    zoom: 2,
  })
  const interactions = [DragPan, PinchZoom, MouseWheelZoom, DoubleClickZoom, KeyboardPan, KeyboardZoom]
  const map = new OlMap({
    target,
    view,
    controls: [],
    pixelRatio: pixelRatio(),
    interactions: interactions.map((Interaction) => new Interaction()),
    layers: [new TileLayer({ source: dots }), markers.layer],
  })
  let tiles: MapTiles | undefined
  let shown: { dots: readonly Dot[]; selected: Point | undefined; here: Here | undefined } = {
    dots: [],
    selected: undefined,
    here: undefined,
  }
  let described: MapDescription | undefined

  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const duration = isStill ? 0 : STEP_MS

  map.on('moveend', () => onPlace(placeNow()))
  map.on('singleclick', ({ coordinate }) => {
    const [lon = 0, lat = 0] = toLonLat(coordinate)
    onTap({ lat, lon }, REACH * placeNow().metresPerPixel)
  })

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

  function draw(): void {
    const colours = readColours(target)
    dots.show(shown.dots, colours)
    markers.show(shown.selected, shown.here, colours)
  }

  function showTiles(next: MapDescription | undefined): void {
    described = next
    if (tiles) map.removeLayer(tiles)
    tiles = next && createTileLayer(next, readColours(target))
    if (tiles) map.getLayers().insertAt(0, tiles)
  }

  return {
    showTiles,
    show(change: Partial<typeof shown>) {
      shown = { ...shown, ...change }
      draw()
    },
    /** Draws everything in the present colours. */
    recolour() {
      showTiles(described)
      draw()
    },
    /** Moves to where the map was left. */
    goBack: ({ centre, resolution }: MapPlace) => {
      view.setCenter(centre)
      view.setResolution(resolution)
    },
    /** Moves to one door, or so that all of several points show. */
    fit(points: readonly Point[]) {
      const extent = createEmpty()
      for (const point of points) extend(extent, [...toMap(point), ...toMap(point)])
      if (!isEmpty(extent) || points.length > 0)
        view.fit(extent, { padding: [40, 40, 40, 40], maxZoom: ZOOM_OF_A_DOOR })
    },
    /** Moves so that a rectangle in degrees shows. */
    fitBounds: (bounds: readonly number[]) =>
      view.fit(transformExtent([...bounds], 'EPSG:4326', 'EPSG:3857')),
    /** Brings a place into view, at the present scale. */
    bringIntoView(point: Point) {
      const [west = 0, south = 0, east = 0, north = 0] = placeNow().bounds
      const isInView = point.lon > west && point.lon < east && point.lat > south && point.lat < north
      if (!isInView) view.animate({ center: toMap(point), duration })
    },
    zoomBy: (steps: number) => view.animate({ zoom: (view.getZoom() ?? 0) + steps, duration }),
    dispose: () => map.dispose(),
  }
}
