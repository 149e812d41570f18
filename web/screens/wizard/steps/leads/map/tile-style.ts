import type { FeatureLike } from 'ol/Feature.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style, { type StyleFunction } from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import type { Colours } from './colours.ts'

/** The layers of OS Open Zoomstack that we draw, from the ground up. The other layers are not read. */
export const DRAWN_LAYERS = [
  'sea',
  'foreshore',
  'greenspaces',
  'woodland',
  'surfacewater',
  'waterlines',
  'buildings',
  'rail',
  'roads',
  'names',
  'railwaystations',
]

/** Roads and places show their names at fewer metres per pixel than this. */
const NAMES_OF_ROADS_BELOW = 6
const NAMES_OF_PLACES_BELOW = 80

/** The width of each type of road on the ground, in metres. Any other type is a street. */
const ROAD_METRES: Record<string, number> = {
  Motorway: 22,
  Primary: 14,
  'A Road': 13,
  'B Road': 11,
  Minor: 9,
}
const STREET_METRES = 7
const MAX_PIXELS = 26

/**
 * Returns the style of vector tiles with the layers of OS Open Zoomstack, in the colours of our tokens. Creates each
 * style only once, because a tile has thousands of shapes.
 */
export function tileStyle(colours: Colours): StyleFunction {
  const areas: Record<string, Style> = {
    sea: area(colours['wait-soft'], 0),
    foreshore: area(colours['voucher-soft'], 1),
    greenspaces: area(colours['accent-soft'], 2),
    woodland: area(colours['accent-soft'], 3),
    surfacewater: area(colours['wait-soft'], 4),
    waterlines: line(colours['wait-soft'], 2, 4),
    buildings: area(colours.line, 5),
    rail: line(colours.muted, 1.5, 6),
  }
  const roads = roadStyles(colours)
  const names = nameStyles(colours)
  return (feature, resolution) => {
    const layer = String(feature.get('layer'))
    if (layer === 'roads') return roads(feature, resolution)
    if (layer === 'names' || layer === 'railwaystations') return names(feature, resolution)
    return areas[layer]
  }
}

const area = (color: string, zIndex: number) => new Style({ fill: new Fill({ color }), zIndex })
const line = (color: string, width: number, zIndex: number) =>
  new Style({ stroke: new Stroke({ color, width }), zIndex })

/** Returns the style of roads: a band with edges, and the name along it. */
function roadStyles(colours: Colours) {
  const styles = new Map<string, Style[]>()
  return (feature: FeatureLike, resolution: number) => {
    const metres = ROAD_METRES[String(feature.get('type'))] ?? STREET_METRES
    const width = Math.round(Math.min(MAX_PIXELS, Math.max(1.5, metres / resolution)) * 2) / 2
    const name = resolution < NAMES_OF_ROADS_BELOW ? String(feature.get('name') ?? '') : ''
    const key = `${width}/${name}`
    const known = styles.get(key)
    if (known) return known
    const made = [line(colours.edge, width + 1.5, 7), line(colours.surface, width, 8)]
    if (name) made.push(new Style({ text: nameText(name, colours, 12, 'line'), zIndex: 9 }))
    styles.set(key, made)
    return made
  }
}

function nameStyles(colours: Colours) {
  const styles = new Map<string, Style>()
  return (feature: FeatureLike, resolution: number) => {
    const name = String(feature.get('name1') ?? feature.get('name') ?? '')
    if (!name || resolution > NAMES_OF_PLACES_BELOW) return undefined
    const style = styles.get(name) ?? new Style({ text: nameText(name, colours, 14, 'point'), zIndex: 10 })
    styles.set(name, style)
    return style
  }
}

const nameText = (text: string, colours: Colours, size: number, placement: 'line' | 'point') =>
  new Text({
    text,
    placement,
    font: `600 ${size}px system-ui, sans-serif`,
    fill: new Fill({ color: colours.ink }),
    stroke: new Stroke({ color: colours.paper, width: 3 }),
    overflow: false,
  })
