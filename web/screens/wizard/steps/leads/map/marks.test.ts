import { expect, it } from 'vitest'
import { MARK_STATES, MARKS } from './marks.ts'

it('gives every state a different shape, so that no colour is needed', () => {
  const shapes = MARK_STATES.map((state) => {
    const { path, isHollow, inside } = MARKS[state]
    return JSON.stringify([path, isHollow, inside])
  })
  expect(new Set(shapes).size).toBe(shapes.length)
})
