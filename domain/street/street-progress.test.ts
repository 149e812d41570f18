import { expect, test } from 'vitest'
import { type ProgressDoor, streetProgress } from './street-progress.ts'

const door = (state: ProgressDoor['state'], more: Partial<ProgressDoor> = {}): ProgressDoor => ({
  state,
  next_on: null,
  ...more,
})

test('counts the doors of a street, each at most once as visited', () => {
  const doors = [
    door('unvisited'),
    door('no-answer'),
    door('sold'),
    door('do-not-knock'),
    door('call-back', { next_on: '2026-11-25' }),
    door('call-back', { next_on: '2026-11-24' }),
    door('call-back', { next_on: '2026-11-26' }),
    door('not-interested', { next_on: '2026-11-20' }),
  ]
  expect(streetProgress(doors, '2026-11-25')).toEqual({
    doors: 8,
    visited: 6,
    sold: 1,
    callBacksDue: 2,
    doNotKnock: 1,
  })
})
