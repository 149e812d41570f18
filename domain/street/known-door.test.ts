import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visitWith } from '../testing/visit-with.ts'
import { type Door, foldDoor } from './door.ts'
import { knownDoor, type PhoneVisit } from './known-door.ts'
import { OUTCOMES } from './outcome.ts'
import type { Visit } from './visit.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString()
const doorOf = (visits: readonly Visit[], isSold = false): Door => {
  const { callBack: _, spoke: __, ...door } = foldDoor(visits, isSold)
  return { lead_id: 'lead', ...door }
}
const own = (values: Partial<PhoneVisit>): PhoneVisit => ({ ...visitWith(values), isSent: false, ...values })
const listed = (values: Partial<PhoneVisit>) => own({ isSent: true, isListed: true, ...values })

test('A door that only the phone has visited is known by its visits', () => {
  expect(knownDoor(undefined, [])).toBeUndefined()
  expect(knownDoor(undefined, [own({ outcome: 'empty' })])).toMatchObject({ state: 'empty' })
})

test('A phone knows the state that all visits give a door, however many the server has listed', () => {
  const unanswered = fc.constantFrom('no-answer' as const, 'no-access' as const)
  const outcomes = fc.array(fc.oneof(unanswered, fc.constantFrom(...OUTCOMES)), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(outcomes, fc.nat(12), fc.boolean(), (all, many, isSold) => {
      const visits = all.map((outcome, minute) => visitWith({ outcome, occurred_at: at(minute) }))
      const before = visits.slice(0, many)
      const fresh = visits.slice(many).map((visit) => ({ ...visit, isSent: false }))
      const known = before.length > 0 ? doorOf(before, isSold) : undefined
      expect(knownDoor(known, fresh)).toEqual(doorOf(visits, isSold && before.length > 0))
    }),
    { numRuns: 300 },
  )
})

test('A visit counts once while the phone cannot know whether the server has listed it', () => {
  const visits = [9, 10, 11].map((minute) => visitWith({ occurred_at: at(minute) }))
  const last = { ...visits[2], isSent: true } as PhoneVisit
  expect(knownDoor(doorOf(visits), [last])).toMatchObject({ tries: 3 })
})

test('A listed visit can be taken back, and the visits of other phones stay', () => {
  const others = [9, 10].map((minute) => visitWith({ occurred_at: at(minute) }))
  const mine = listed({ occurred_at: at(11) })
  const undo = own({ undoes: mine.id, occurred_at: at(12) })
  expect(knownDoor(doorOf([...others, mine]), [mine, undo])).toMatchObject({ state: 'no-answer', tries: 2 })
  expect(knownDoor(doorOf([mine]), [mine, undo])).toMatchObject({ state: 'unvisited' })
})

test('A door is free again once the office has lifted its entry, even on the phone that made it', () => {
  const asked = listed({ outcome: 'do-not-knock', occurred_at: at(9) })
  const lifted = doorOf([asked, visitWith({ undoes: asked.id, occurred_at: at(10) })])
  expect(knownDoor(lifted, [asked])).toMatchObject({ state: 'unvisited' })
  const later = own({ outcome: 'refused', occurred_at: at(11) })
  const undo = own({ undoes: later.id, occurred_at: at(12) })
  expect(knownDoor(lifted, [asked, later])).toMatchObject({ state: 'refused' })
  expect(knownDoor(lifted, [asked, later, undo])).toMatchObject({ state: 'unvisited' })
})
