import { expect, test } from 'vitest'
import { whyClosed } from './closed-door.ts'
import { placeOfDoor, type RegisterEntry, registerOf } from './do-not-knock.ts'

const DOOR = { street_address: '12 Mill Road', postcode: 'LL79 1AB' }
const entry = (values: Partial<RegisterEntry>): RegisterEntry => ({
  id: 'a',
  scope: 'household',
  reason: 'asked',
  at: '2026-11-25T09:00:00.000Z',
  ...placeOfDoor(DOOR),
  ...values,
})
const ZONE = { uprn: null, address_key: null, street_key: null, postcodes: 'll791ab' }
const NOTHING = registerOf<RegisterEntry>([])

test('A door on the register is closed for the reason of its entry, whatever its visits say', () => {
  const zone = registerOf([entry({ ...ZONE, scope: 'zone', reason: 'no-cold-calling-zone' })])
  expect(whyClosed(DOOR, zone, { state: 'call-back' })).toBe('No-cold-calling zone')
  expect(whyClosed(DOOR, registerOf([entry({})]), undefined)).toBe('Asked not to be called on')
})

test('A visit alone closes a door if the register cannot hold its address', () => {
  expect(whyClosed(DOOR, NOTHING, { state: 'do-not-knock' })).toBe('Asked not to be called on')
})

test('Any other door is open', () => {
  expect(whyClosed(DOOR, NOTHING, undefined)).toBeUndefined()
  expect(whyClosed(DOOR, NOTHING, { state: 'refused' })).toBeUndefined()
})
