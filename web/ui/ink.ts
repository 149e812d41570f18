import SignaturePad, { type PointGroup } from 'signature_pad'
import {
  type InkStroke,
  SIGNATURE_HEIGHT,
  SIGNATURE_WIDTH,
  type Signature,
} from '#domain/contract/signature.ts'

const PEN = {
  penColor: '#14213d',
  minWidth: 0.8,
  maxWidth: 2.6,
  dotSize: 1.6,
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over',
} as const

/** Stored signatures have twice the box's points, so that they print well. */
const IMAGE_SCALE = 2
const JPEG_QUALITY = 0.8

/** Strokes of the 320 by 160 box as the pad draws them on a canvas `scale` times that size. */
function strokesToGroups(strokes: readonly InkStroke[], scale: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...PEN,
    minWidth: PEN.minWidth * scale,
    maxWidth: PEN.maxWidth * scale,
    dotSize: PEN.dotSize * scale,
    points: stroke.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }))
}

/** What was drawn on such a canvas, in the box. */
export function groupsToStrokes(groups: readonly PointGroup[], scale: number): InkStroke[] {
  const toBox = (length: number) => Math.round((length / scale) * 100) / 100
  return groups.map(({ points }) =>
    points.map(({ x, y, time, pressure }) => ({ x: toBox(x), y: toBox(y), time, pressure })),
  )
}

/** A pad to sign on whose pen is as wide as the canvas is scaled. */
export function createPad(canvas: HTMLCanvasElement): SignaturePad {
  return new SignaturePad(canvas, { ...PEN, minDistance: 2 })
}

/** Fits the canvas to its size on the screen and to its pixels, and draws the strokes again. */
export function redrawPad(pad: SignaturePad, canvas: HTMLCanvasElement, strokes: readonly InkStroke[]): void {
  const density = Math.max(window.devicePixelRatio, 1)
  const scale = scaleOf(canvas)
  canvas.width = Math.round(SIGNATURE_WIDTH * scale * density)
  canvas.height = Math.round(SIGNATURE_HEIGHT * scale * density)
  canvas.getContext('2d')?.scale(density, density)
  pad.minWidth = PEN.minWidth * scale
  pad.maxWidth = PEN.maxWidth * scale
  pad.clear()
  pad.fromData(strokesToGroups(strokes, scale))
}

/** How large the canvas stands on the screen, against the box. */
export const scaleOf = (canvas: HTMLCanvasElement) =>
  (canvas.clientWidth || SIGNATURE_WIDTH) / SIGNATURE_WIDTH

/** The signature as PNG and, on white, as JPEG, both as data URLs. */
export function signatureToImages(signature: Signature): { png: string; jpeg: string } {
  const canvas = document.createElement('canvas')
  canvas.width = SIGNATURE_WIDTH * IMAGE_SCALE
  canvas.height = SIGNATURE_HEIGHT * IMAGE_SCALE
  if (signature.kind === 'drawn')
    new SignaturePad(canvas).fromData(strokesToGroups(signature.strokes, IMAGE_SCALE))
  else drawName(canvas, signature.name, IMAGE_SCALE)
  return { png: canvas.toDataURL('image/png'), jpeg: toJpegOnWhite(canvas) }
}

/** Draws a typed name as a signature, as large as fits the box; the blanks around it take no part of that. */
export function drawName(canvas: HTMLCanvasElement, name: string, scale: number): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const text = name.trim()
  const width = SIGNATURE_WIDTH * scale
  const height = SIGNATURE_HEIGHT * scale
  context.clearRect(0, 0, width, height)
  context.fillStyle = PEN.penColor
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  let size = 52 * scale
  do {
    context.font = `italic ${size}px "Segoe Script", "Brush Script MT", "Snell Roundhand", cursive`
    size *= 0.92
  } while (context.measureText(text).width > width * 0.9 && size > 8)
  context.fillText(text, width / 2, height / 2)
}

/** Returns an empty text if the conversion fails: that is logged, and the report goes without an image (docs/product 4.9). */
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
