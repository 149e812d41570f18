import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEAD_STATUSES } from '../lead/lead.ts'
import { visitWith } from '../testing/visit-with.ts'
import { foldDoor, leadAfterVisits } from './door.ts'
import { OUTCOMES } from './outcome.ts'
import type { Visit } from './visit.ts'

const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`

describe('A door', () => {
  test('is unvisited without a visit', () => {
    expect(foldDoor([])).toMatchObject({ state: 'unvisited', last_outcome: null, tries: 0, next_on: null })
  })

  test('has the state of its latest visit', () => {
    const visits = [
      visitWith({ outcome: 'refused', occurred_at: at(9) }),
      visitWith({ outcome: 'empty', occurred_at: at(8) }),
    ]
    expect(foldDoor(visits)).toMatchObject({ state: 'refused', last_at: at(9) })
  })

  test('rests for as long as its outcome says', () => {
    const restsAfter = (outcome: Visit['outcome']) => foldDoor([visitWith({ outcome })]).next_on
    expect(OUTCOMES.map((outcome) => [outcome, restsAfter(outcome)])).toEqual([
      ['no-answer', null],
      ['call-back', '2026-03-05'],
      ['not-interested', '2026-05-31'],
      ['refused', '2026-08-29'],
      ['do-not-knock', null],
      ['no-access', null],
      ['empty', '2026-05-01'],
    ])
  })

  test('rests for 30 days after four visits in a row without an answer', () => {
    const tries = [9, 10, 11, 12].map((hour) => visitWith({ occurred_at: at(hour) }))
    expect(foldDoor(tries.slice(1))).toMatchObject({ tries: 3, next_on: null })
    expect(foldDoor(tries)).toMatchObject({ tries: 4, next_on: '2026-04-01' })
    const answered = visitWith({ outcome: 'refused', occurred_at: at(10) })
    expect(foldDoor([...tries, answered])).toMatchObject({ tries: 2 })
  })

  test('keeps an open call-back although a later visit had no answer', () => {
    const agreed = visitWith({ outcome: 'call-back', occurred_at: at(9), call_back_at: '17:30' })
    const later = visitWith({ occurred_at: at(17) })
    expect(foldDoor([later, agreed])).toMatchObject({
      state: 'call-back',
      next_on: '2026-03-05',
      next_at: '17:30',
      last_outcome: 'no-answer',
    })
  })

  test('has no open call-back once a later visit or the sale has settled it', () => {
    const agreed = visitWith({ outcome: 'call-back', occurred_at: at(9) })
    const settled = visitWith({ outcome: 'not-interested', occurred_at: at(11) })
    expect(foldDoor([agreed, settled])).toMatchObject({ state: 'not-interested', callBack: undefined })
    expect(foldDoor([agreed], true)).toMatchObject({ state: 'sold', next_on: null, callBack: undefined })
  })

  test('stays closed after do not knock, whatever was noted later', () => {
    const asked = visitWith({ outcome: 'do-not-knock', occurred_at: at(9) })
    const later = visitWith({ outcome: 'call-back', occurred_at: at(11) })
    expect(foldDoor([later, asked])).toMatchObject({ state: 'do-not-knock', next_on: null })
    expect(foldDoor([later, asked], true).state).toBe('sold')
  })

  test('ignores a visit that was taken back, even if another phone relied on it', () => {
    const agreed = visitWith({ outcome: 'call-back', occurred_at: at(9) })
    const other = visitWith({ occurred_at: at(10) })
    const undo = visitWith({ outcome: 'call-back', occurred_at: at(11), undoes: agreed.id })
    expect(foldDoor([undo, other, agreed])).toMatchObject({ state: 'no-answer', tries: 1 })
    expect(foldDoor([agreed, undo]).state).toBe('unvisited')
  })

  test('does not let a phone whose clock is a day ahead hide later visits', () => {
    const tomorrow = visitWith({
      outcome: 'refused',
      occurred_at: '2026-03-03T10:00:00.000Z',
      received_at: at(10),
    })
    const later = visitWith({ outcome: 'call-back', occurred_at: at(11), received_at: at(11) })
    expect(foldDoor([later, tomorrow])).toMatchObject({ state: 'call-back', last_at: at(11) })
  })

  test('puts a late visit in its place, not on top', () => {
    const early = visitWith({ outcome: 'refused', occurred_at: at(8), received_at: at(20) })
    const late = visitWith({ outcome: 'empty', occurred_at: at(9), received_at: at(9) })
    expect(foldDoor([late, early])).toMatchObject({ state: 'empty' })
  })

  test('has one state, whatever order its visits arrive in', () => {
    fc.assert(
      fc.property(manyVisits(), fc.boolean(), fc.infiniteStream(fc.nat()), (visits, isSold, random) => {
        const shuffled = visits
          .map((visit) => ({ visit, key: random.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ visit }) => visit)
        expect(foldDoor(shuffled, isSold)).toEqual(foldDoor(visits, isSold))
        expect(foldDoor(isSold ? shuffled : visits).state === 'do-not-knock').toBe(
          visits.some(
            ({ id, outcome, undoes }) =>
              outcome === 'do-not-knock' && undoes === null && !visits.some((other) => other.undoes === id),
          ),
        )
      }),
    )
  })
})

/** Visits within a few hours, so that many coincide. Some take others back. */
const manyVisits = () =>
  fc
    .array(
      fc.record({
        outcome: fc.constantFrom(...OUTCOMES),
        hour: fc.nat(4),
        late: fc.nat(3),
        undoes: fc.option(fc.nat(9)),
      }),
      { maxLength: 10 },
    )
    .map((given) => {
      const visits = given.map(({ outcome, hour, late }) =>
        visitWith({
          outcome,
          occurred_at: at(hour + 8),
          received_at: late === 3 ? null : at(hour + 7 + late),
        }),
      )
      return visits.map((visit, index) => {
        const undone = given[index]?.undoes
        const target = undone === null || undone === undefined ? undefined : visits[undone]
        return target && target !== visit ? { ...visit, undoes: target.id } : visit
      })
    })

describe('The lead of a visited door', () => {
  const movedFrom = (status: (typeof LEAD_STATUSES)[number], ...outcomes: Visit['outcome'][]) =>
    leadAfterVisits({ status, moved: null }, foldDoor(outcomes.map((outcome) => visitWith({ outcome }))))

  test('follows each outcome', () => {
    expect(OUTCOMES.map((outcome) => [outcome, movedFrom('new', outcome).status])).toEqual([
      ['no-answer', 'new'],
      ['call-back', 'contacted'],
      ['not-interested', 'contacted'],
      ['refused', 'contacted'],
      ['do-not-knock', 'closed-lost'],
      ['no-access', 'new'],
      ['empty', 'new'],
    ])
  })

  test('never moves once won, and leaves qualified only to be closed', () => {
    for (const outcome of OUTCOMES) expect(movedFrom('closed-won', outcome).status).toBe('closed-won')
    expect(movedFrom('qualified', 'refused').status).toBe('qualified')
    expect(movedFrom('qualified', 'do-not-knock').status).toBe('closed-lost')
  })

  test('returns to where it was if the visit is taken back', () => {
    for (const status of LEAD_STATUSES) {
      const asked = visitWith({ outcome: 'do-not-knock' })
      const closed = leadAfterVisits({ status, moved: null }, foldDoor([asked]))
      const undo = visitWith({ outcome: 'do-not-knock', undoes: asked.id })
      expect(leadAfterVisits(closed, foldDoor([asked, undo]))).toEqual({
        status,
        moved: null,
      })
    }
  })

  test('stays where it is if a sale has moved it since', () => {
    const spoke = visitWith({ outcome: 'refused' })
    const { moved } = leadAfterVisits({ status: 'new', moved: null }, foldDoor([spoke]))
    const undo = visitWith({ outcome: 'refused', undoes: spoke.id })
    expect(leadAfterVisits({ status: 'qualified', moved }, foldDoor([spoke, undo])).status).toBe('qualified')
  })

  test('stays closed by the register, and moves the status to which it will return', () => {
    const spoke = visitWith({ outcome: 'refused' })
    const asked = visitWith({ outcome: 'do-not-knock' })
    const before = { status: 'new', moved: null, isClosedByRegister: true } as const
    const moved = { from: 'new', to: 'contacted' }
    expect(leadAfterVisits(before, foldDoor([spoke, asked]))).toEqual({ status: 'contacted', moved })
  })
})
