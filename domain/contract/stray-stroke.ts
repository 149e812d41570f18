import { type InkStroke, SIGNATURE_HEIGHT } from './signature.ts'

const MAX_DURATION_MS = 300
const LEAST_HEIGHT = 40
const EDGE = 4
/** The furthest that the stroke may go sideways, as a share of its height. */
const MAX_SLANT = 0.25

/**
 * Returns whether the strokes come from a thumb that meant to scroll the page: one quick, straight line up or down that
 * ends at the edge of the box (docs/product 2.7).
 */
export function isStrayStroke(strokes: readonly InkStroke[]): boolean {
  const [stroke, ...others] = strokes
  const from = stroke?.[0]
  const to = stroke?.at(-1)
  if (!from || !to || others.length > 0) return false
  const height = Math.abs(to.y - from.y)
  const isStraight = Math.abs(to.x - from.x) <= height * MAX_SLANT
  const endsAtEdge = to.y <= EDGE || to.y >= SIGNATURE_HEIGHT - EDGE
  return height >= LEAST_HEIGHT && isStraight && endsAtEdge && to.time - from.time < MAX_DURATION_MS
}
