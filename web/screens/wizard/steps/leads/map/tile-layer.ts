import MVT from 'ol/format/MVT.js'
import TileLayer from 'ol/layer/Tile.js'
import VectorTileLayer from 'ol/layer/VectorTile.js'
import { transformExtent } from 'ol/proj.js'
import type RenderFeature from 'ol/render/Feature.js'
import ImageTile from 'ol/source/ImageTile.js'
import VectorTileSource from 'ol/source/VectorTile.js'
import type Tile from 'ol/Tile.js'
import TileState from 'ol/TileState.js'
import { createXYZ } from 'ol/tilegrid.js'
import type VectorTile from 'ol/VectorTile.js'
import type { TileAddress } from '#domain/street/map-tiles.ts'
import { type MapDescription, TILE_TYPES } from '#protocol/map.ts'
import { loadTile } from '../../../../../map/map-source.ts'
import type { Colours } from './colours.ts'
import { DRAWN_LAYERS, tileStyle } from './tile-style.ts'

/** The layer of a map's tiles. */
export type MapTiles = VectorTileLayer | TileLayer

/** Creates the layer of a map's tiles, either vector tiles or pictures. */
export function createTileLayer(map: MapDescription, colours: Colours): MapTiles {
  const extent = transformExtent([...map.bounds], 'EPSG:4326', 'EPSG:3857')
  const { minzoom: minZoom, maxzoom: maxZoom } = map
  if (map.format !== 'pbf') {
    const source = new ImageTile({ minZoom, maxZoom, loader: (z, x, y) => loadPicture(map, { z, x, y }) })
    return new TileLayer({ source, extent })
  }
  const source = new VectorTileSource({
    format: new MVT({ layers: DRAWN_LAYERS }),
    tileGrid: createXYZ({ minZoom, maxZoom, tileSize: 512 }),
    tileLoadFunction: (tile) => loadShapes(map, tile as VectorTile<RenderFeature>),
    url: ADDRESS,
  })
  return new VectorTileLayer({ source, extent, declutter: true, style: tileStyle(colours) })
}

/** Our own functions load the tiles. The library only needs an address that differs for each tile. */
const ADDRESS = '{z}/{x}/{y}'

const addressOf = (tile: Tile) => {
  const [z = 0, x = 0, y = 0] = tile.getTileCoord()
  return { z, x, y }
}

function loadShapes(map: MapDescription, tile: VectorTile<RenderFeature>): void {
  tile.setLoader((extent, _resolution, featureProjection) => {
    loadTile(map, addressOf(tile))
      .then((bytes) => tile.setFeatures(bytes.byteLength === 0 ? [] : readShapes(bytes)))
      .catch(() => tile.setState(TileState.ERROR))

    function readShapes(bytes: ArrayBuffer): RenderFeature[] {
      return tile.getFormat().readFeatures(bytes, { extent, featureProjection })
    }
  })
}

async function loadPicture(
  map: MapDescription,
  address: TileAddress,
): Promise<ImageBitmap | HTMLCanvasElement> {
  const bytes = await loadTile(map, address)
  if (bytes.byteLength === 0) return document.createElement('canvas')
  return createImageBitmap(new Blob([bytes], { type: TILE_TYPES[map.format] }))
}
