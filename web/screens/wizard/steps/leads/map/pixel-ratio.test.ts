import { afterEach, expect, test, vi } from 'vitest'
import { pixelRatio } from './pixel-ratio.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [1, 1],
  [2, 2],
  [2.625, 2],
  [3, 2],
])('draws the map of a screen with %s pixels for a point with %s', (ofScreen, ofMap) => {
  vi.stubGlobal('devicePixelRatio', ofScreen)
  expect(pixelRatio()).toBe(ofMap)
})
