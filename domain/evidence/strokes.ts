import type { InkStroke } from '../contract/signature.ts'
import type { EvidencePoint } from './evidence.ts'

/**
 * Returns the strokes as evidence keeps them: without pressure, with times in hundredths of a second from the first
 * point.
 */
export function strokesForEvidence(strokes: readonly InkStroke[]): EvidencePoint[][] {
  const start = strokes[0]?.[0]?.time ?? 0
  return strokes.map((stroke) =>
    stroke.map(({ x, y, time }): EvidencePoint => [x, y, Math.round((time - start) / 10)]),
  )
}
