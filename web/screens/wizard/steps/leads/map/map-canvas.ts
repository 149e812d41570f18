import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import DragPan from 'ol/interaction/DragPan.js'
import KeyboardPan from 'ol/interaction/KeyboardPan.js'
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import type BaseLayer from 'ol/layer/Base.js'
import TileLayer from 'ol/layer/Tile.js'
import OlMap from 'ol/Map.js'
import { toLonLat } from 'ol/proj.js'
import View from 'ol/View.js'
import type { Dot } from '#domain/street/map-dots.ts'
import type { Point } from '#domain/street/point.ts'
import type { MapDescription } from '#protocol/map.ts'
import { readColours } from './colours.ts'
import { DotSource } from './dot-source.ts'
import { createMapMoves, type MapPlace } from './map-moves.ts'
import { createMarkerLayer, type Here } from './marker-layer.ts'
import { pixelRatio } from './pixel-ratio.ts'
import { createTileLayer, type MapTiles } from './tile-layer.ts'

export type MapCanvas = ReturnType<typeof createMapCanvas>

type MapEvents = {
  onPlace: (place: MapPlace) => void
  /** A tap at a place. `reachM` is how many metres a finger covers there. */
  onTap: (point: Point, reachM: number) => void
}

const MAX_ZOOM = 20
/** Half the size of a finger's target, in points. */
const REACH = 24

/**
 * Draws the map into `target` with OpenLayers, north up: the tiles, the dots and the agent's own place. The target
 * takes the keyboard's focus: arrow keys move the map, plus and minus zoom.
 */
export function createMapCanvas(target: HTMLElement, { onPlace, onTap }: MapEvents) {
  const dots = new DotSource()
  const markers = createMarkerLayer()
  const map = createMap(target, [new TileLayer({ source: dots }), markers.layer])
  const { placeNow, ...moves } = createMapMoves(map)
  let tiles: MapTiles | undefined
  let shown: { dots: readonly Dot[]; selected: Point | undefined; here: Here | undefined } = {
    dots: [],
    selected: undefined,
    here: undefined,
  }
  let described: MapDescription | undefined

  map.on('moveend', () => onPlace(placeNow()))
  map.on('singleclick', ({ coordinate }) => {
    const [lon = 0, lat = 0] = toLonLat(coordinate)
    onTap({ lat, lon }, REACH * placeNow().metresPerPixel)
  })

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
    ...moves,
    dispose: () => map.dispose(),
  }
}

/** Creates a map with north up and without OpenLayers' controls. */
function createMap(target: HTMLElement, layers: BaseLayer[]): OlMap {
  const interactions = [DragPan, PinchZoom, MouseWheelZoom, DoubleClickZoom, KeyboardPan, KeyboardZoom]
  return new OlMap({
    target,
    layers,
    view: new View({
      maxZoom: MAX_ZOOM,
      // Pictures would blur between two zooms.
      constrainResolution: true,
      enableRotation: false,
      center: [0, 0],
      zoom: 2,
    }),
    controls: [],
    pixelRatio: pixelRatio(),
    interactions: interactions.map((Interaction) => new Interaction()),
  })
}
