import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visitWith } from '../testing/visit-with.ts'
import { type ContactEntry, entriesOf } from './contact-entries.ts'
import { type EntryStep, type RecordedEntry, stepsTo } from './entry-steps.ts'
import { OUTCOMES } from './outcome.ts'
import type { Visit } from './visit.ts'

const TASK: ContactEntry = {
  kind: 'task',
  key: 'visit',
  title: 'Call back',
  body: '',
  dueAt: '2026-07-03T17:00:00.000Z',
  isDone: false,
}
const recordOf = ({ kind, key }: ContactEntry, values: Partial<RecordedEntry> = {}): RecordedEntry => ({
  kind,
  key,
  id: 'id',
  isOurs: true,
  isDone: false,
  ...values,
})

describe('The steps to what a contact should have', () => {
  test('do nothing if it has all of it', () => {
    expect(stepsTo([TASK], [recordOf(TASK)])).toEqual([])
  })

  test('create what it lacks, and say whether an earlier try may have', () => {
    expect(stepsTo([TASK], [])).toEqual([{ do: 'create', entry: TASK, mayExist: false }])
    expect(stepsTo([TASK], [recordOf(TASK, { id: null })])).toEqual([
      { do: 'create', entry: TASK, mayExist: true },
    ])
  })

  test('mark a task as done, and as open again', () => {
    const [open, done] = [recordOf(TASK), recordOf(TASK, { isDone: true })]
    expect(stepsTo([{ ...TASK, isDone: true }], [open])).toEqual([{ do: 'mark', entry: open, isDone: true }])
    expect(stepsTo([TASK], [done])).toEqual([{ do: 'mark', entry: done, isDone: false }])
  })

  test('make no task of a call-back that is settled already, and remove one that may have been made', () => {
    const unclear = recordOf(TASK, { id: null })
    expect(stepsTo([{ ...TASK, isDone: true }], [])).toEqual([])
    expect(stepsTo([{ ...TASK, isDone: true }], [unclear])).toEqual([{ do: 'remove', entry: unclear }])
  })

  test('lead there from every state that a day at the door can leave, and then there are no more', () => {
    const days = fc.array(fc.tuple(fc.constantFrom(...OUTCOMES), fc.nat(), fc.boolean()), { maxLength: 8 })
    fc.assert(
      fc.property(days, fc.infiniteStream(fc.boolean()), (day, isRecorded) => {
        let records: RecordedEntry[] = []
        const visits: Visit[] = []
        for (const [outcome, back, isUndone] of day) {
          const undone = isUndone ? visits[back % (visits.length || 1)] : undefined
          visits.push(visitWith(undone ? { outcome, undoes: undone.id } : { outcome }))
          const wanted = entriesOf(visits, { isSold: false, street_address: '1 High Street' })
          for (const step of stepsTo(wanted, records)) records = take(step, records, isRecorded.next().value)
        }
        const wanted = entriesOf(visits, { isSold: false, street_address: '1 High Street' })
        for (const step of stepsTo(wanted, records)) records = take(step, records, true)
        expect(stepsTo(wanted, records)).toEqual([])
        const made = wanted.filter((entry) => entry.kind !== 'task' || !entry.isDone)
        expect(
          records
            .filter(({ isDone }) => !isDone)
            .map(nameOf)
            .toSorted(),
        ).toEqual(made.map(nameOf).toSorted())
      }),
    )
  })
})

const nameOf = ({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`

/** What is recorded after a step; after one whose answer is lost, only that it was begun. */
function take(step: EntryStep, records: readonly RecordedEntry[], isAnswered: boolean): RecordedEntry[] {
  const others = records.filter((one) => nameOf(one) !== nameOf(step.entry))
  if (step.do === 'create') return [...others, recordOf(step.entry, { id: isAnswered ? 'id' : null })]
  if (!isAnswered) return [...records]
  return step.do === 'mark' ? [...others, { ...step.entry, isDone: step.isDone }] : others
}
