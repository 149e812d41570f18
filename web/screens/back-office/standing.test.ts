import { expect, test } from 'vitest'
import type { DeliveryListed } from '#protocol/back-office.ts'
import { standingOf } from './standing.ts'

const NOON = new Date('2026-11-22T12:00:00')
const at = (clock: string) => new Date(`2026-11-22T${clock}`).toISOString()
const waiting = (told: Partial<DeliveryListed> = {}) =>
  ({
    state: 'waiting',
    attempts: 0,
    due_at: at('11:59:00'),
    updated_at: at('11:58:00'),
    last_tried_at: null,
    is_behind: false,
    ...told,
  }) as DeliveryListed
const standing = (told?: Partial<DeliveryListed>, holds = {}) => standingOf(waiting(told), holds, NOON)

test('what nobody has tried is due', () => {
  expect(standing()).toBe('Not tried yet, due now')
  expect(standing({ due_at: at('12:30:00') })).toBe('Not tried yet, next try 12:30:00')
})

test('what is retried was tried before, though its count starts again', () => {
  expect(standing({ last_tried_at: at('11:30:00') })).toBe('Due now, last tried 11:30:00')
  expect(standing({ last_tried_at: at('11:30:00'), due_at: at('12:30:00') })).toBe(
    'Next try 12:30:00, last tried 11:30:00',
  )
})

test('what failed says how often', () => {
  expect(standing({ attempts: 2, last_tried_at: at('11:30:00') })).toBe('2 attempts, due now')
  expect(standing({ attempts: 1, due_at: at('12:30:00') })).toBe('1 attempt, next try 12:30:00')
})

test('what nobody sends before somebody acts is held, not due', () => {
  const held = { heldUntil: 'Resume is pressed' }
  expect(standing({}, held)).toBe('Held until Resume is pressed, not tried yet')
  expect(standing({ attempts: 1 }, held)).toBe('Held until Resume is pressed, after 1 attempt')
  expect(standing({ last_tried_at: at('11:30:00') }, held)).toBe(
    'Held until Resume is pressed, last tried 11:30:00',
  )
})

test('what waits behind an earlier step of its sale is not due', () => {
  expect(standing({ is_behind: true })).toBe('Not tried yet, waits for the step before')
  expect(standing({ is_behind: true, last_tried_at: at('11:30:00') })).toBe(
    'Waits for the step before, last tried 11:30:00',
  )
})

test('while the calls of the CRM rest, nothing is due before they go on', () => {
  expect(standing({}, { restsUntil: at('12:10:00') })).toBe('Not tried yet, next try 12:10:00')
  expect(standing({ due_at: at('12:30:00') }, { restsUntil: at('12:10:00') })).toBe(
    'Not tried yet, next try 12:30:00',
  )
})

test('parked and delivered say since when, whoever holds what waits', () => {
  const held = { heldUntil: 'Resume is pressed' }
  expect(standing({ state: 'parked', attempts: 2 }, held)).toBe('Parked 11:58:00 after 2 attempts')
  expect(standing({ state: 'parked' })).toBe('Parked 11:58:00')
  expect(standing({ state: 'delivered' }, held)).toBe('Delivered 11:58:00')
})
