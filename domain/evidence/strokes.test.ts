import { expect, test } from 'vitest'
import { strokesForEvidence } from './strokes.ts'

const point = (x: number, time: number) => ({ x, y: 1, time, pressure: 0.7 })

test('keeps place and time, to a hundredth of a second, but no pressure', () => {
  expect(strokesForEvidence([[point(1, 1_000_004), point(2.5, 1_000_028)], [point(3, 1_001_500)]])).toEqual([
    [
      [1, 1, 0],
      [2.5, 1, 2],
    ],
    [[3, 1, 150]],
  ])
})

test('has no strokes for a typed name', () => expect(strokesForEvidence([])).toEqual([]))
