import { expect, test } from 'vitest'
import type { DeliveryListed } from '#protocol/back-office.ts'
import { countsInWords, describeProgress, hasToRetry, waitingInWords } from './delivery-progress.ts'

const NOON = new Date('2026-11-22T12:00:00')
const at = (clock: string) => new Date(`2026-11-22T${clock}`).toISOString()
const waiting = (fields: Partial<DeliveryListed> = {}) =>
  ({
    state: 'waiting',
    attempts: 0,
    due_at: at('11:59:00'),
    updated_at: at('11:58:00'),
    last_tried_at: null,
    is_behind: false,
    is_held: false,
    ...fields,
  }) as DeliveryListed
const progress = (fields?: Partial<DeliveryListed>, holds = {}) =>
  describeProgress(waiting(fields), holds, NOON)

test('is due if it was never tried', () => {
  expect(progress()).toBe('Not tried yet, due now')
  expect(progress({ due_at: at('12:30:00') })).toBe('Not tried yet, next try 12:30:00')
})

test('says when it was last tried if a retry has reset its count', () => {
  expect(progress({ last_tried_at: at('11:30:00') })).toBe('Due now, last tried 11:30:00')
  expect(progress({ last_tried_at: at('11:30:00'), due_at: at('12:30:00') })).toBe(
    'Next try 12:30:00, last tried 11:30:00',
  )
})

test('returns the number of attempts if it failed', () => {
  expect(progress({ attempts: 2, last_tried_at: at('11:30:00') })).toBe('2 attempts, due now')
  expect(progress({ attempts: 1, due_at: at('12:30:00') })).toBe('1 attempt, next try 12:30:00')
})

test('is held, not due, if a person must act first', () => {
  const held = { heldUntil: 'Resume is pressed' }
  expect(progress({}, held)).toBe('Held until Resume is pressed, not tried yet')
  expect(progress({ attempts: 1 }, held)).toBe('Held until Resume is pressed, after 1 attempt')
  expect(progress({ last_tried_at: at('11:30:00') }, held)).toBe(
    'Held until Resume is pressed, last tried 11:30:00',
  )
})

test('is held if the office has to release its sale', () => {
  expect(progress({ is_held: true })).toBe('Held until the office releases the sale, not tried yet')
})

test('is not due if it waits behind an earlier step of its sale', () => {
  expect(progress({ is_behind: true })).toBe('Not tried yet, waiting for the previous step')
  expect(progress({ is_behind: true, last_tried_at: at('11:30:00') })).toBe(
    'Waiting for the previous step, last tried 11:30:00',
  )
})

test('is not due before the end of a pause', () => {
  expect(progress({}, { pausedUntil: at('12:10:00') })).toBe('Not tried yet, next try 12:10:00')
  expect(progress({ due_at: at('12:30:00') }, { pausedUntil: at('12:10:00') })).toBe(
    'Not tried yet, next try 12:30:00',
  )
})

test('returns the time it was parked or delivered, even if the target is held', () => {
  const held = { heldUntil: 'Resume is pressed' }
  expect(progress({ state: 'parked', attempts: 2 }, held)).toBe('Parked 11:58:00 after 2 attempts')
  expect(progress({ state: 'parked' })).toBe('Parked 11:58:00')
  expect(progress({ state: 'delivered' }, held)).toBe('Delivered 11:58:00')
})

test('says that deliveries wait for the release if all are held with their sales, and offers no retry', () => {
  const counts = { waiting: 3, held: 3, parked: 0 }
  expect(countsInWords(counts, {})).toBe('3 held with their sales')
  expect(waitingInWords(counts, {})).toBe('Held: these wait until the office releases their sales')
  expect(hasToRetry(counts)).toBe(false)
})

test('counts the deliveries of held sales apart from the others', () => {
  const counts = { waiting: 3, held: 1, parked: 2 }
  expect(countsInWords(counts, {})).toBe('2 parked, 2 waiting, 1 held with its sale')
  expect(waitingInWords(counts, {})).toBe(
    'Waiting: these will be retried automatically, those of held sales once the office releases them',
  )
  expect(waitingInWords({ ...counts, held: 0 }, { heldUntil: 'Resume is pressed' })).toBe(
    'Held until Resume is pressed',
  )
  expect(hasToRetry(counts)).toBe(true)
})
