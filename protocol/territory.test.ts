import { expect, test } from 'vitest'
import type { Change } from './changes.ts'
import { changeIn, isTooMuch, type Territory } from './territory.ts'

const areas = ['Hereford', 'Ludlow'].map((area) => ({ area, leads: 1, sales: 1 }))
const territory = (change: Partial<Territory>): Territory => ({
  leads: 20_000,
  sales: 20_000,
  areas,
  ...change,
})
const change = (area: string | null) =>
  ({ table: 'leads', type: 'UPDATE', record: { id: '1', area } }) as Change

test('a phone takes all areas up to 20,000 leads and 20,000 sales', () => {
  expect(isTooMuch(territory({}))).toBe(false)
  expect(isTooMuch(territory({ leads: 20_001 }))).toBe(true)
  expect(isTooMuch(territory({ sales: 20_001 }))).toBe(true)
})

test('a single area can be too much as well', () => {
  expect(isTooMuch(territory({ leads: 1_000_000, areas: areas.slice(1) }))).toBe(true)
  expect(isTooMuch(territory({ leads: 20_000, areas: areas.slice(1) }))).toBe(false)
})

test('a row that leaves the area of a phone is deleted there', () => {
  expect(changeIn('Ludlow', change('Ludlow')).type).toBe('UPDATE')
  expect(changeIn('Ludlow', change('Hereford')).type).toBe('DELETE')
  expect(changeIn('Ludlow', change(null)).type).toBe('DELETE')
  expect(changeIn('', change(null)).type).toBe('UPDATE')
  expect(changeIn(undefined, change('Hereford')).type).toBe('UPDATE')
})
