import { expect, test } from 'vitest'
import type { Lead } from '#domain/lead/lead.ts'
import type { Sides } from '#domain/street/walk-order.ts'
import { walkOrder } from '#domain/street/walk-order.ts'
import { doorOf, inWalkingOrder, streetsOf } from '#domain/street/walk-streets.ts'
import { walkRows } from './walk-rows.ts'

const ADDRESSES = [
  '1 Mill Road',
  '2 Mill Road',
  'Flat 1, 4 Mill Road',
  'Flat 2, 4 Mill Road',
  '3 Mill Road',
  '1 Ash Lane',
]
const leadAt = (street_address: string) => ({ id: street_address, street_address, postcode: 'LL79 1AB' })
const MILL_ROAD = 'll791|mill road'

function rowsOf({ sides = 'one-then-back' as Sides, folded = {}, selectedId = '', without = '' }): string[] {
  const doors = ADDRESSES.map((address) => doorOf(leadAt(address) as Lead, undefined))
  const streets = inWalkingOrder(streetsOf(doors)).map((street) => ({
    street,
    sides,
    houses: walkOrder(street, sides),
  }))
  const leads = new Set(ADDRESSES.filter((address) => !without || !address.includes(without)))
  return walkRows(streets, { leads, folded, selectedId, options: undefined }).map((row) => {
    if (row.kind === 'street') return `# ${row.street.name}, ${row.shown} shown`
    if (row.kind === 'options') return 'options'
    const name = row.kind === 'building' ? row.name : row.door.lead.id
    return row.side ? `${row.side}: ${name}` : name
  })
}

test('names each side where it begins, and a building above its flats', () => {
  expect(rowsOf({})).toEqual([
    '# Ash Lane, 1 shown',
    'Odd side: 1 Ash Lane',
    '# Mill Road, 5 shown',
    'Odd side: 1 Mill Road',
    '3 Mill Road',
    'Even side: 4 Mill Road',
    'Flat 1, 4 Mill Road',
    'Flat 2, 4 Mill Road',
    '2 Mill Road',
  ])
})

test('names no side if both are walked at once', () => {
  const rows = rowsOf({ sides: 'both' })
  expect(rows.at(1)).toBe('1 Ash Lane')
  expect(rows.slice(3, 5)).toEqual(['1 Mill Road', '2 Mill Road'])
})

test('shows only the selected door of a folded street', () => {
  const folded = { [MILL_ROAD]: true }
  expect(rowsOf({ folded }).slice(2)).toEqual(['# Mill Road, 5 shown'])
  expect(rowsOf({ folded, selectedId: '3 Mill Road' }).slice(2)).toEqual([
    '# Mill Road, 5 shown',
    'Odd side: 3 Mill Road',
  ])
})

test('leaves out a street without a lead to show', () => {
  expect(rowsOf({ without: 'Ash' })[0]).toBe('# Mill Road, 5 shown')
})
