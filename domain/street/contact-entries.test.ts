import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visitWith } from '../testing/visit-with.ts'
import { entriesOf } from './contact-entries.ts'
import { OUTCOMES, type Outcome } from './outcome.ts'
import type { Visit } from './visit.ts'

const AT = { isSold: false, street_address: '12 Mill Road' }
const tagsOf = (visits: readonly Visit[], isSold = false) =>
  entriesOf(visits, { ...AT, isSold }).flatMap(({ kind, key }) => (kind === 'tag' ? [key] : []))
const of = (kind: string, visits: readonly Visit[], isSold = false) =>
  entriesOf(visits, { ...AT, isSold }).filter((entry) => entry.kind === kind)

describe('The contact of a lead', () => {
  test.each<[Outcome, string[]]>([
    ['no-answer', ['note']],
    ['call-back', ['task', 'note']],
    ['not-interested', ['tag', 'note']],
    ['refused', ['tag', 'note']],
    ['do-not-knock', ['tag']],
    ['no-access', ['note']],
    ['empty', ['tag', 'note']],
  ])('should have for %s: %j', (outcome, kinds) => {
    expect(entriesOf([visitWith({ outcome })], AT).map(({ kind }) => kind)).toEqual(kinds)
  })

  test("has a note in the agent's words, with the moment in London", () => {
    const visit = visitWith({
      outcome: 'call-back',
      occurred_at: '2026-07-02T13:05:00.000Z',
      note: 'Ask for the manager',
      call_back_on: '2026-07-03',
      call_back_at: '17:30',
    })
    expect(of('note', [visit])).toEqual([
      {
        kind: 'note',
        key: visit.id,
        body: 'Call back, Thursday 2 July 2026 at 14:05\nCall back on Friday 3 July 2026 at 17:30\nAsk for the manager',
      },
    ])
    expect(of('task', [visit])).toEqual([
      {
        kind: 'task',
        key: visit.id,
        title: 'Call back: 12 Mill Road',
        body: 'Ask for the manager',
        dueAt: '2026-07-03T16:30:00.000Z',
        isDone: false,
      },
    ])
  })

  test('has a task due at the end of the day for a call-back without a time', () => {
    const visit = visitWith({ outcome: 'call-back', call_back_on: '2026-07-03' })
    expect(of('task', [visit])).toMatchObject([{ dueAt: '2026-07-03T17:00:00.000Z' }])
  })

  test('has a note from a household that asked us not to call only if the agent wrote one', () => {
    expect(of('note', [visitWith({ outcome: 'do-not-knock' })])).toEqual([])
    expect(of('note', [visitWith({ outcome: 'do-not-knock', note: 'A sign' })])).toHaveLength(1)
  })

  test('loses the tag of an earlier outcome, but never do-not-knock', () => {
    const [refused, empty, asked] = (['refused', 'empty', 'do-not-knock'] as const).map((outcome, hour) =>
      visitWith({ outcome, occurred_at: `2026-03-02T1${hour}:00:00.000Z` }),
    ) as [Visit, Visit, Visit]
    const later = visitWith({ occurred_at: '2026-03-02T19:00:00.000Z' })
    expect(tagsOf([refused])).toEqual(['refused'])
    expect(tagsOf([refused, empty])).toEqual(['empty'])
    expect(tagsOf([refused, empty, later])).toEqual([])
    expect(tagsOf([refused, empty, asked, later])).toEqual(['do-not-knock'])
    expect(tagsOf([refused, asked], true)).toEqual(['do-not-knock'])
  })

  test('has a task that is done once a visit or the sale settles its call-back', () => {
    const agreed = visitWith({ outcome: 'call-back', occurred_at: '2026-03-02T09:00:00.000Z' })
    const settled = visitWith({ outcome: 'refused', occurred_at: '2026-03-02T10:00:00.000Z' })
    expect(of('task', [agreed])).toMatchObject([{ isDone: false }])
    expect(of('task', [settled, agreed])).toMatchObject([{ isDone: true }])
    expect(of('task', [agreed], true)).toMatchObject([{ isDone: true }])
  })

  test('has nothing from a visit that was taken back, whatever order visits arrive in', () => {
    const outcome = fc.constantFrom(...OUTCOMES)
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 5 }), outcome, fc.integer(), (outcomes, undone, turn) => {
        const kept = outcomes.map((one) => visitWith({ outcome: one }))
        const taken = visitWith({ outcome: undone })
        const all = [...kept, taken, visitWith({ outcome: undone, undoes: taken.id })]
        const at = Math.abs(turn) % all.length
        const turned = [...all.slice(at), ...all.slice(0, at)]
        expect(entriesOf(turned, AT)).toEqual(entriesOf(kept, AT))
      }),
    )
  })
})
