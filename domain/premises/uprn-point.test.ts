import { expect, it } from 'vitest'
import { pointColumns, readPoint } from './uprn-point.ts'

const HEADER = ['UPRN', 'X_COORDINATE', 'Y_COORDINATE', 'LATITUDE', 'LONGITUDE']
const columns = pointColumns(HEADER)
const read = (...cells: string[]) => columns.ok && readPoint(cells, columns.value)

it('reads a point of OS Open UPRN', () => {
  expect(read('1', '358260.66', '172796.5', '51.4526038', '-2.602075')).toEqual({
    ok: true,
    value: { uprn: '1', lat: '51.4526038', lon: '-2.602075' },
  })
})

it('reads as many decimals as a program writes', () => {
  expect(read('1', '0', '0', '53.30982', '-4.2078999999999995')).toMatchObject({ ok: true })
})

it.each([
  [['1', '0', '0', '51.45', '12'], "longitude is not in Great Britain: '12'"],
  [['1', '0', '0', '48.9', '-2'], "latitude is not in Great Britain: '48.9'"],
  [['1', '0', '0', '', '-2'], 'latitude is not in Great Britain: empty'],
  [['x', '0', '0', '51', '-2'], "uprn is not 1 to 12 digits: 'x'"],
])('refuses %j', (cells, reason) => {
  expect(read(...cells)).toEqual({ ok: false, failure: { reason } })
})

it('names the columns that are missing', () => {
  expect(pointColumns(['UPRN', 'X_COORDINATE'])).toEqual({ ok: false, failure: ['latitude', 'longitude'] })
})
