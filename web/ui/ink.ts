import SignaturePad, { type PointGroup } from 'signature_pad'
import {
  type InkStroke,
  SIGNATURE_HEIGHT,
  SIGNATURE_WIDTH,
  type Signature,
} from '#domain/contract/signature.ts'

const INK = {
  penColor: '#14213d',
  minWidth: 0.8,
  maxWidth: 2.6,
  dotSize: 1.6,
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over',
} as const

/** Stored signatures have twice the resolution of the box, so that they print well. */
const IMAGE_SCALE = 2
const JPEG_QUALITY = 0.8

/** Converts strokes of the 320 by 160 box to the pad's, for a canvas `scale` times that size. */
function strokesToGroups(strokes: readonly InkStroke[], scale: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...INK,
    minWidth: INK.minWidth * scale,
    maxWidth: INK.maxWidth * scale,
    dotSize: INK.dotSize * scale,
    points: stroke.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }))
}

/** Converts the pad's strokes, from a canvas `scale` times the box, to strokes of the 320 by 160 box. */
export function groupsToStrokes(groups: readonly PointGroup[], scale: number): InkStroke[] {
  const toBox = (length: number) => Math.round((length / scale) * 100) / 100
  return groups.map(({ points }) =>
    points.map(({ x, y, time, pressure }) => ({ x: toBox(x), y: toBox(y), time, pressure })),
  )
}

/** Makes a signature pad of a canvas. */
export function createPad(canvas: HTMLCanvasElement): SignaturePad {
  return new SignaturePad(canvas, { ...INK, minDistance: 2 })
}

/** Fits the canvas to its size and the density of the screen, then draws the strokes again. */
export function redrawPad(pad: SignaturePad, canvas: HTMLCanvasElement, strokes: readonly InkStroke[]): void {
  const density = Math.max(window.devicePixelRatio, 1)
  const scale = scaleOf(canvas)
  canvas.width = Math.round(SIGNATURE_WIDTH * scale * density)
  canvas.height = Math.round(SIGNATURE_HEIGHT * scale * density)
  canvas.getContext('2d')?.scale(density, density)
  pad.minWidth = INK.minWidth * scale
  pad.maxWidth = INK.maxWidth * scale
  pad.clear()
  pad.fromData(strokesToGroups(strokes, scale))
}

/** Returns the width of the canvas on the screen, relative to the box. */
export const scaleOf = (canvas: HTMLCanvasElement) =>
  (canvas.clientWidth || SIGNATURE_WIDTH) / SIGNATURE_WIDTH

/** Returns the signature as PNG and, on white, as JPEG, both as data URLs. Throws if the phone cannot draw it. */
export function signatureToImages(signature: Signature): { png: string; jpeg: string } {
  const canvas = document.createElement('canvas')
  canvas.width = SIGNATURE_WIDTH * IMAGE_SCALE
  canvas.height = SIGNATURE_HEIGHT * IMAGE_SCALE
  if (signature.kind === 'drawn')
    new SignaturePad(canvas).fromData(strokesToGroups(signature.strokes, IMAGE_SCALE))
  else drawName(canvas, signature.name, IMAGE_SCALE)
  return { png: canvas.toDataURL('image/png'), jpeg: toJpegOnWhite(canvas) }
}

const LARGEST = 52
/** A name that would be smaller than this on one line takes two. */
const SMALLEST_ON_ONE_LINE = 26
const LINE_HEIGHT = 1.3

/** Draws a typed name, trimmed, as large as the box allows. A long name takes two lines. */
export function drawName(canvas: HTMLCanvasElement, name: string, scale: number): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const width = SIGNATURE_WIDTH * scale
  const height = SIGNATURE_HEIGHT * scale
  context.clearRect(0, 0, width, height)
  context.fillStyle = INK.penColor
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  /** Sets the font to the largest size at which these lines fit, and returns that size. */
  const sizeToFit = (lines: readonly string[]) => {
    const fontOf = (size: number) =>
      `italic ${size}px "Segoe Script", "Brush Script MT", "Snell Roundhand", cursive`
    context.font = fontOf(LARGEST * scale)
    const widest = Math.max(...lines.map((line) => context.measureText(line).width))
    const size = LARGEST * scale * Math.min(1, (width * 0.9) / widest)
    context.font = fontOf(size)
    return size
  }
  let lines = [name.trim()]
  let size = sizeToFit(lines)
  if (size < SMALLEST_ON_ONE_LINE * scale) {
    lines = halvesOf(name.trim())
    size = sizeToFit(lines)
  }
  lines.forEach((line, index) => {
    const fromMiddle = (index - (lines.length - 1) / 2) * size * LINE_HEIGHT
    context.fillText(line, width / 2, height / 2 + fromMiddle)
  })
}

/** Returns a text in two lines, split at the blank that is nearest to its middle; in one if it has no blank. */
function halvesOf(text: string): string[] {
  const fromMiddle = (at: number) => Math.abs(at - text.length / 2)
  const blanks = [...text.matchAll(/\s+/g)].sort(
    (one, other) => fromMiddle(one.index) - fromMiddle(other.index),
  )
  const at = blanks[0]?.index
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at).trim()]
}

/**
 * Returns a drawing as a JPEG on white, or an empty text if the conversion fails: that is logged, and the report is
 * sent without an image (docs/product 4.9).
 */
function toJpegOnWhite(drawing: HTMLCanvasElement): string {
  try {
    const canvas = document.createElement('canvas')
    canvas.width = drawing.width
    canvas.height = drawing.height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no 2d context')
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(drawing, 0, 0)
    return canvas.toDataURL('image/jpeg', JPEG_QUALITY)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: docs/product 4.9 wants it logged and nothing else
    console.error('The signature could not be converted', error)
    return ''
  }
}
