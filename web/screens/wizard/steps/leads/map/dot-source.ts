import ImageTile from 'ol/source/ImageTile.js'
import { createXYZ } from 'ol/tilegrid.js'
import type { Dot } from '#domain/street/map-dots.ts'
import { inTiles } from '#domain/street/map-tiles.ts'
import { createRests } from '../rests.ts'
import type { Colours } from './colours.ts'
import { markPicture } from './mark-picture.ts'
import { MARK_STATES, MARKS, type MarkState } from './marks.ts'
import { pixelRatio } from './pixel-ratio.ts'

const TILE = 256
const MARK = 24
/** From this zoom on, marks have their full size. */
const FULL_SIZE_FROM = 16
const SMALL = 0.6
/** These marks are drawn first, so that doors that are left to do lie on top of those that are done. */
const BELOW: readonly MarkState[] = ['do-not-knock', 'sold', 'not-interested', 'refused', 'empty']

/** A dot in the square of the world, whose sides go from 0 to 1. */
type Placed = { x: number; y: number; mark: MarkState; count: number }

/**
 * The dots as tiles. Each tile is a picture that is drawn once, so that 5,000 dots cost no more than a map while the
 * agent pans (decision 42).
 */
export class DotSource extends ImageTile {
  #dots: readonly Placed[] = []
  #pictures: Partial<Record<MarkState, HTMLCanvasElement>> = {}
  #colours: Colours | undefined
  #revision = 0

  constructor() {
    const ratio = pixelRatio()
    super({
      loader: (z, x, y) => this.#draw(z, x, y, ratio),
      tileGrid: createXYZ({ tileSize: TILE }),
      tileSize: Math.round(TILE * ratio),
      wrapX: false,
      transition: 0,
    })
  }

  /** Shows other dots. The old ones stay until the new ones are drawn. */
  show(dots: readonly Dot[], colours: Colours): void {
    this.#colours = colours
    this.#dots = dots.map(placed).sort((one, other) => BELOW.indexOf(other.mark) - BELOW.indexOf(one.mark))
    this.#pictures = Object.fromEntries(
      MARK_STATES.map((state) => [state, markPicture(MARKS[state], colours, pixelRatio())]),
    )
    this.#revision += 1
    this.setKey(`dots ${this.#revision}`)
  }

  /** Draws in slices, because a tile with thousands of dots would hold up a tap. */
  async #draw(z: number, x: number, y: number, ratio: number): Promise<HTMLCanvasElement> {
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(TILE * ratio)
    canvas.height = canvas.width
    const context = canvas.getContext('2d')
    if (!context) return canvas
    context.scale(ratio, ratio)
    const size = MARK * (z < FULL_SIZE_FROM ? SMALL : 1)
    const world = 2 ** z
    // A mark may overlap the edge of its tile.
    const reach = size / TILE
    const rest = createRests()
    for (const dot of this.#dots) {
      const column = dot.x * world - x
      const row = dot.y * world - y
      const isHere = column > -reach && column < 1 + reach && row > -reach && row < 1 + reach
      if (!isHere) continue
      this.#drawMark(context, dot, { x: column * TILE, y: row * TILE, size })
      const pause = rest()
      if (pause) await pause
    }
    return canvas
  }

  #drawMark(
    context: CanvasRenderingContext2D,
    { mark, count }: Placed,
    { x, y, size }: { x: number; y: number; size: number },
  ): void {
    const picture = this.#pictures[mark]
    if (picture) context.drawImage(picture, x - size / 2, y - size / 2, size, size)
    if (count === 1) return
    context.fillStyle = this.#colours?.paper ?? ''
    context.font = `600 ${size / 2}px system-ui, sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(String(count), x, y)
  }
}

function placed({ point, doors, state }: Dot): Placed {
  const count = doors.length
  // Several doors share a special mark, with their number in it.
  return { ...inTiles(point, 0), mark: count > 1 ? 'several' : state, count }
}
