import type { Dot } from '#domain/street/map-dots.ts'
import type { Colour } from './colours.ts'

/** The states that a dot can show. */
export type MarkState = Dot['state']

/**
 * How a state looks on the map and in its key: a shape in a square of 24, different for every state, and a colour. A
 * hollow shape is filled with the paper's colour.
 */
export type Mark = { words: string; path: string; colour: Colour; isHollow?: true; inside?: string }

const CIRCLE = 'M12 5a7 7 0 1 1 0 14a7 7 0 0 1 0-14z'
const SQUARE = 'M6 6h12v12H6z'

export const MARKS: Record<MarkState, Mark> = {
  unvisited: { words: 'Not visited', path: CIRCLE, colour: 'ink', isHollow: true },
  'no-answer': { words: 'No answer', path: CIRCLE, colour: 'muted', isHollow: true, inside: 'M8.5 12h7' },
  'call-back': { words: 'Call back', path: 'M12 4l8.5 15h-17z', colour: 'wait' },
  'not-interested': {
    words: 'Not interested',
    path: 'M12 4l8 8l-8 8l-8-8z',
    colour: 'muted',
    isHollow: true,
  },
  refused: { words: 'Refused', path: 'M12 4l8 8l-8 8l-8-8z', colour: 'danger', inside: 'M9 9l6 6M15 9l-6 6' },
  'do-not-knock': { words: 'Do not knock', path: SQUARE, colour: 'edge', inside: 'M8.5 12h7' },
  'no-access': { words: 'No access', path: SQUARE, colour: 'muted', isHollow: true, inside: 'M9 9l6 6' },
  empty: { words: 'Empty', path: 'M4.5 12L12 5l7.5 7v7h-15z', colour: 'muted', isHollow: true },
  sold: { words: 'Sold', path: CIRCLE, colour: 'accent', inside: 'M8.7 12.2l2.4 2.4l4.4-4.8' },
  several: {
    words: 'Several doors',
    path: 'M7 5h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z',
    colour: 'ink',
  },
}

export const MARK_STATES = Object.keys(MARKS) as MarkState[]
