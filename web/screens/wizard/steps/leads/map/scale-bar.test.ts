import { expect, it } from 'vitest'
import { roundMetres } from './scale-bar.tsx'

it.each([
  [0.1, 5],
  [0.5, 20],
  [1, 50],
  [2.2, 200],
  [30, 2000],
  [1000, 50_000],
])('if a pixel is %d m, shows the round distance %d m', (metresPerPixel, metres) => {
  expect(roundMetres(metresPerPixel)).toBe(metres)
})
