import { expect, test } from 'vitest'
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '#domain/contract/signature.ts'
import { drawName } from './ink.ts'

/** Draws a name in letters half as wide as they are high, and returns the drawn lines. */
function linesOf(name: string) {
  const lines: { text: string; size: number; left: number; top: number; bottom: number }[] = []
  const context = {
    font: '',
    clearRect() {},
    measureText: (text: string) => ({ width: (text.length * sizeOf(context.font)) / 2 }),
    fillText(text: string, x: number, y: number) {
      const size = sizeOf(context.font)
      const left = x - context.measureText(text).width / 2
      lines.push({ text, size, left, top: y - size / 2, bottom: y + size / 2 })
    },
  }
  drawName({ getContext: () => context } as unknown as HTMLCanvasElement, name, 1)
  return lines
}

const sizeOf = (font: string) => Number(/([\d.]+)px/.exec(font)?.[1])

const LONG = 'Maximiliana-Alexandrina-Theodora Wilhelmina Featherstonehaugh-Cholmondeley-Marjoribanks-Ashby'

test('draws a short name in large letters on one line', () =>
  expect(linesOf('  Ann Lee ')).toMatchObject([{ text: 'Ann Lee', size: 52 }]))

test('draws a name of 93 letters on two lines', () => {
  expect(LONG).toHaveLength(93)
  const lines = linesOf(LONG)
  expect(lines.map(({ text }) => text)).toEqual([
    'Maximiliana-Alexandrina-Theodora Wilhelmina',
    'Featherstonehaugh-Cholmondeley-Marjoribanks-Ashby',
  ])
  expect(lines[0]?.size).toBeGreaterThan(10)
})

test.each([
  ['one word', 'a'.repeat(93)],
  ['two words', LONG],
  ['far more than a name', 'Anna Maria '.repeat(60)],
])('keeps %s within the box', (_, name) => {
  const lines = linesOf(name)
  for (const { left, top } of lines) expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
  expect(lines.at(-1)?.bottom).toBeLessThanOrEqual(SIGNATURE_HEIGHT)
  expect(2 * (lines[0]?.left ?? 0)).toBeLessThan(SIGNATURE_WIDTH)
  const [first, second] = lines
  if (first && second) expect(first.bottom).toBeLessThan(second.top)
})
