import Feature from 'ol/Feature.js'
import CircleShape from 'ol/geom/Circle.js'
import PointShape from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import { fromLonLat, getPointResolution } from 'ol/proj.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type { Point } from '#domain/street/point.ts'
import type { Colours } from './colours.ts'

/** Where the phone is, to within `accuracyM` metres. */
export type Here = { point: Point; accuracyM: number }

export const toMap = ({ lat, lon }: Point) => fromLonLat([lon, lat])

/** Creates the layer of the selected door and the agent's own place. */
export function createMarkerLayer() {
  const source = new VectorSource()
  const layer = new VectorLayer({ source })

  function show(selected: Point | undefined, here: Here | undefined, colours: Colours): void {
    source.clear()
    if (here) source.addFeature(hereFeature(here, colours))
    if (selected) source.addFeature(selectedFeature(selected, colours))
  }

  return { layer, show }
}

/** Returns a circle that is as wide on the ground as the accuracy. */
function hereFeature({ point, accuracyM }: Here, colours: Colours): Feature {
  const centre = toMap(point)
  const feature = new Feature(new CircleShape(centre, accuracyM / getPointResolution('EPSG:3857', 1, centre)))
  feature.setStyle(
    new Style({
      stroke: new Stroke({ color: colours.wait, width: 3 }),
      fill: new Fill({ color: faint(colours.wait) }),
    }),
  )
  return feature
}

/** Makes a colour faint, because the map must be legible through the circle. */
const faint = (color: string) => color.replace('rgb(', 'rgba(').replace(')', ', 0.18)')

function selectedFeature(point: Point, colours: Colours): Feature {
  const feature = new Feature(new PointShape(toMap(point)))
  const ring = (radius: number, color: string, width: number) =>
    new Style({ image: new CircleStyle({ radius, stroke: new Stroke({ color, width }) }) })
  feature.setStyle([ring(15, colours.paper, 7), ring(15, colours.accent, 4)])
  return feature
}
