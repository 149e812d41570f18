import { expect, it } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import type { DoorState } from './door.ts'
import { canSelect, type Dot, dotsOf, nearestDot } from './map-dots.ts'
import type { Point } from './point.ts'

const at = (lat: number, lon: number): Point => ({ lat, lon })

function shown(ids: string, places: Record<string, Point>, states: Record<string, DoorState> = {}) {
  const leads = [...ids].map((id) => leadWith({ id, status: id === 'w' ? 'closed-won' : 'new' }))
  const { dots, unplaced } = dotsOf(leads, {
    places: new Map(Object.entries(places)),
    stateOf: ({ id }) => states[id],
  })
  return {
    dots: dots.map(({ doors, state }) => `${doors.map(({ lead }) => lead.id).join('')}:${state}`),
    unplaced: unplaced.map(({ id }) => id).join(''),
  }
}

it('puts each lead in its place and lists those without one', () => {
  const places = { a: at(53, -4), b: at(53.1, -4) }
  expect(shown('abcd', places, { b: 'refused' })).toEqual({
    dots: ['a:unvisited', 'b:refused'],
    unplaced: 'cd',
  })
})

it('gives the doors at one point a single dot with their common state', () => {
  const places = { a: at(53, -4), b: at(53, -4), c: at(53, -4.1), d: at(53, -4.1) }
  expect(shown('abcd', places, { c: 'empty', d: 'refused' }).dots).toEqual(['ab:unvisited', 'cd:several'])
})

it('shows a sale before the door has it', () => {
  expect(shown('w', { w: at(53, -4) }, { w: 'call-back' }).dots).toEqual(['w:sold'])
})

it('places a lead on the equator and the meridian', () => {
  expect(shown('a', { a: at(0, 0) }).dots).toEqual(['a:unvisited'])
})

it('finds the nearest dot under a finger, but none far away', () => {
  const dots = [53, 53.0001, 53.001].map(
    (lat): Dot => ({ point: { lat, lon: -4 }, doors: [], state: 'empty' }),
  )
  expect(nearestDot(dots, { lat: 53.00009, lon: -4 }, 20)).toBe(dots[1])
  expect(nearestDot(dots, { lat: 53.0005, lon: -4 }, 20)).toBeUndefined()
  expect(nearestDot([], { lat: 53, lon: -4 }, 20)).toBeUndefined()
})

it('lets every door be selected except one on the register', () => {
  expect(canSelect({ state: 'refused' })).toBe(true)
  expect(canSelect({ state: 'do-not-knock' })).toBe(false)
})
