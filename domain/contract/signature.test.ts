import { describe, expect, it, test } from 'vitest'
import { type InkStroke, isSignatureImage, isSigned, SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from './signature.ts'

const stroke = (...points: [x: number, y: number][]): InkStroke =>
  points.map(([x, y], index) => ({ x, y, time: index * 16, pressure: 0.5 }))
const drawn = (...strokes: InkStroke[]) => ({ kind: 'drawn' as const, strokes })
const typed = (name: string) => ({ kind: 'typed' as const, name })

test('the canvas is 320 by 160', () => {
  expect([SIGNATURE_WIDTH, SIGNATURE_HEIGHT]).toEqual([320, 160])
})

describe('what is a signature', () => {
  it('is a line drawn over the canvas', () => {
    expect(isSigned(drawn(stroke([40, 80], [80, 60], [120, 100])))).toBe(true)
  })

  it('is several short strokes together', () => {
    expect(isSigned(drawn(stroke([10, 10], [35, 10]), stroke([40, 10], [40, 35])))).toBe(true)
  })

  it('is a typed name', () => {
    expect(isSigned(typed('Zoë Ek'))).toBe(true)
    expect(isSigned(typed('Li'))).toBe(true)
  })
})

describe('what is no signature', () => {
  it('is an untouched canvas', () => {
    expect(isSigned(undefined)).toBe(false)
    expect(isSigned(drawn())).toBe(false)
    expect(isSigned(drawn([]))).toBe(false)
  })

  it('is a dot, or ten dots far apart', () => {
    expect(isSigned(drawn(stroke([160, 80])))).toBe(false)
    expect(isSigned(drawn(...Array.from({ length: 10 }, (_, i) => stroke([i * 30, i * 15]))))).toBe(false)
  })

  it('is an accidental tap that slid a little', () => {
    expect(isSigned(drawn(stroke([160, 80], [163, 84], [165, 85])))).toBe(false)
  })

  it('is a blank or a single letter instead of a name', () => {
    expect(isSigned(typed('   '))).toBe(false)
    expect(isSigned(typed(' x '))).toBe(false)
    expect(isSigned(typed('\u200b\u200d\u2060'))).toBe(false)
  })
})

describe('the stored form of a signature', () => {
  test.each(['png', 'jpeg', 'webp'])('is an image/%s as a data URL', (type) =>
    expect(isSignatureImage(`data:image/${type};base64,iVBORw0KGgo=`)).toBe(true),
  )

  test.each([
    null,
    '',
    'data:image/png;base64,',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PGI+',
    'data:image/png,iVBORw0KGgo=',
    'data:image/png;base64,not base64',
    'data:image/png;base64,not_base64',
    ' data:image/png;base64,iVBORw0KGgo=',
    'data:image/png;base64,iVBORw0KGgo=\n',
    'https://example.org/signature.png',
  ])('is not %j', (text) => expect(isSignatureImage(text)).toBe(false))
})
