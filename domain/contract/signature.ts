export const SIGNATURE_WIDTH = 320
export const SIGNATURE_HEIGHT = 160

/** A point of the pen, in a box of 320 by 160 whatever the size on the screen. */
export type InkPoint = { x: number; y: number; time: number; pressure: number }
export type InkStroke = readonly InkPoint[]

/** How a customer signs: by drawing, or by typing the name, which is then drawn. */
export type Signature = { kind: 'drawn'; strokes: readonly InkStroke[] } | { kind: 'typed'; name: string }

const LEAST_INK = 40
/** What leaves no ink: blanks, and characters without a shape. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]/gu

/** A dot or an accidental tap is not a signature: it takes a few strokes of ink, or a typed name. */
export function isSigned(signature: Signature | undefined): signature is Signature {
  if (!signature) return false
  return signature.kind === 'typed'
    ? signature.name.replace(UNSEEN, '').length >= 2
    : inkLength(signature.strokes) >= LEAST_INK
}

function inkLength(strokes: readonly InkStroke[]): number {
  let length = 0
  for (const stroke of strokes) {
    for (let i = 1; i < stroke.length; i++) {
      const from = stroke[i - 1] as InkPoint
      const to = stroke[i] as InkPoint
      length += Math.hypot(to.x - from.x, to.y - from.y)
    }
  }
  return length
}

/** With `\w`, which has one character too many, it takes a seventh of the time. */
const ALMOST_IMAGE = /^data:image\/(png|jpeg|webp);base64,[\w+/]+={0,2}$/

/** Whether a text is an image as a data URL, the only form in which a signature is stored. */
export const isSignatureImage = (text: string | null): text is string =>
  text !== null && ALMOST_IMAGE.test(text) && !text.includes('_')
