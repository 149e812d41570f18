import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { qrPath } from './qr-path.ts'

const ADDRESS = `https://sales.example.com/copy#${'t'.repeat(22)}.${'h'.repeat(43)}`

it('draws exactly the dark modules of the code', () => {
  const { size, path } = qrPath(ADDRESS)
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  expect(drawn).toEqual(encode(ADDRESS, { ecc: 'M', border: 4 }).data)
})

it('keeps a quiet zone of four modules', () => {
  const { size, path } = qrPath(ADDRESS)
  const places = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, ...numbers]) => numbers.map(Number))
  expect(Math.min(...places.map(([x = 0]) => x))).toBe(4)
  expect(Math.max(...places.map(([x = 0, , width = 0]) => x + width))).toBe(size - 4)
})
