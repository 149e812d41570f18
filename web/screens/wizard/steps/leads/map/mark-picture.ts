import type { Colours } from './colours.ts'
import type { Mark } from './marks.ts'

const BOX = 24
const LINE = 2

/** Draws a mark for the map of a screen with `pixelRatio` pixels per point. */
export function markPicture(mark: Mark, colours: Colours, pixelRatio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = BOX * pixelRatio
  canvas.height = BOX * pixelRatio
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.scale(pixelRatio, pixelRatio)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  const shape = new Path2D(mark.path)
  // A rim in the paper's colour separates marks that overlap.
  context.lineWidth = LINE * 2.5
  context.strokeStyle = colours.paper
  context.stroke(shape)
  context.lineWidth = LINE
  context.fillStyle = mark.isHollow ? colours.paper : colours[mark.colour]
  context.strokeStyle = colours[mark.colour]
  context.fill(shape)
  context.stroke(shape)
  if (mark.inside === undefined) return canvas
  if (!mark.isHollow) context.strokeStyle = colours.paper
  context.stroke(new Path2D(mark.inside))
  return canvas
}
