import { describe, expect, it } from 'vitest'
import type { InkStroke } from './signature.ts'
import { isStrayStroke } from './stray-stroke.ts'

/** Returns a stroke whose points are 16 ms apart, or as given. */
const stroke = (points: [x: number, y: number][], apartMs = 16): InkStroke =>
  points.map(([x, y], index) => ({ x, y, time: index * apartMs, pressure: 0.5 }))

describe('a thumb that meant to scroll', () => {
  it('leaves a quick, straight line that ends at the bottom or top of the box', () => {
    expect(
      isStrayStroke([
        stroke([
          [150, 60],
          [152, 110],
          [155, 160],
        ]),
      ]),
    ).toBe(true)
    expect(
      isStrayStroke([
        stroke([
          [150, 90],
          [148, 40],
          [150, -12],
        ]),
      ]),
    ).toBe(true)
  })
})

describe('a signature', () => {
  it('may begin with a line that stays in the box', () =>
    expect(
      isStrayStroke([
        stroke([
          [150, 20],
          [150, 130],
        ]),
      ]),
    ).toBe(false))

  it('may be slow, slanted or short', () => {
    expect(
      isStrayStroke([
        stroke(
          [
            [150, 60],
            [150, 160],
          ],
          400,
        ),
      ]),
    ).toBe(false)
    expect(
      isStrayStroke([
        stroke([
          [100, 60],
          [180, 160],
        ]),
      ]),
    ).toBe(false)
    expect(
      isStrayStroke([
        stroke([
          [150, 130],
          [150, 160],
        ]),
      ]),
    ).toBe(false)
  })

  it('may have such a line as its second stroke', () =>
    expect(
      isStrayStroke([
        stroke([
          [20, 20],
          [90, 90],
        ]),
        stroke([
          [150, 60],
          [150, 160],
        ]),
      ]),
    ).toBe(false))

  it('may be empty', () => {
    expect(isStrayStroke([])).toBe(false)
    expect(isStrayStroke([[]])).toBe(false)
  })
})
