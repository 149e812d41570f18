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
const recordOf = (
  { kind, key }: Pick<RecordedEntry, 'kind' | 'key'>,
  values: Partial<RecordedEntry> = {},
): RecordedEntry => ({
  kind,
  key,
  id: 'id',
  isOurs: true,
  isDone: false,
  ...values,
})

describe('The steps to what a contact should have', () => {
  test('are empty if it has everything', () => {
    expect(stepsTo([TASK], [recordOf(TASK)])).toEqual([])
  })

  test('create what it lacks, and say whether an earlier attempt may have', () => {
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

  test('make no task for a settled call-back, and remove one that may exist', () => {
    const unclear = recordOf(TASK, { id: null })
    expect(stepsTo([{ ...TASK, isDone: true }], [])).toEqual([])
    expect(stepsTo([{ ...TASK, isDone: true }], [unclear])).toEqual([{ do: 'remove', entry: unclear }])
  })

  test('create a tag again if its removal got no answer, and mark a task again if its mark got none', () => {
    const tag: ContactEntry = { kind: 'tag', key: 'refused' }
    expect(stepsTo([tag], [recordOf(tag, { id: null })])).toEqual([
      { do: 'create', entry: tag, mayExist: true },
    ])
    const unclear = recordOf(TASK, { isDone: null })
    expect(stepsTo([TASK], [unclear])).toEqual([{ do: 'mark', entry: unclear, isDone: false }])
  })

  test('lead there from every state after a day at the door, and then end', () => {
    const days = fc.array(fc.tuple(fc.constantFrom(...OUTCOMES), fc.nat(), fc.boolean()), { maxLength: 8 })
    fc.assert(
      fc.property(
        days,
        fc.infiniteStream(fc.constantFrom<Call>('lost', 'unanswered', 'answered')),
        (day, calls) => {
          const contact = createContact()
          const visits: Visit[] = []
          for (const [outcome, back, isUndone] of day) {
            const undone = isUndone ? visits[back % (visits.length || 1)] : undefined
            visits.push(visitWith(undone ? { outcome, undoes: undone.id } : { outcome }))
            const wanted = entriesOf(visits, { isSold: false, street_address: '1 High Street' })
            for (const step of stepsTo(wanted, contact.records())) contact.take(step, calls.next().value)
          }
          const wanted = entriesOf(visits, { isSold: false, street_address: '1 High Street' })
          for (const step of stepsTo(wanted, contact.records())) contact.take(step, 'answered')
          expect(stepsTo(wanted, contact.records())).toEqual([])
          const open = wanted.filter((entry) => entry.kind !== 'task' || !entry.isDone)
          expect(contact.open().toSorted()).toEqual(open.map(nameOf).toSorted())
        },
      ),
    )
  })
})

const nameOf = ({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`

/** How a call ends: it never arrives, it is carried out without an answer, or with one. */
type Call = 'lost' | 'unanswered' | 'answered'

/** Returns a contact with our record of it: what was begun before each call, and what was done after its answer. */
function createContact() {
  const held = new Map<string, { isDone: boolean }>()
  const records = new Map<string, RecordedEntry>()

  function carryOut(step: EntryStep): void {
    const name = nameOf(step.entry)
    if (step.do === 'create') held.set(name, { isDone: false })
    if (step.do === 'remove') held.delete(name)
    if (step.do === 'mark') held.set(name, { isDone: step.isDone })
  }

  function recordBegun({ do: what, entry }: EntryStep): void {
    const recorded = records.get(nameOf(entry)) ?? recordOf(entry)
    if (what === 'create' || (what === 'remove' && entry.kind === 'tag'))
      records.set(nameOf(entry), { ...recorded, id: null })
    if (what === 'mark') records.set(nameOf(entry), { ...recorded, isDone: null })
  }

  function recordAnswered(step: EntryStep): void {
    const name = nameOf(step.entry)
    if (step.do === 'create') records.set(name, recordOf(step.entry))
    if (step.do === 'remove') records.delete(name)
    if (step.do === 'mark') records.set(name, { ...step.entry, isDone: step.isDone })
  }

  return {
    records: () => [...records.values()],
    /** All entries except tasks that are done. */
    open: () => [...held].flatMap(([name, { isDone }]) => (isDone ? [] : [name])),
    take(step: EntryStep, call: Call) {
      recordBegun(step)
      if (call !== 'lost') carryOut(step)
      if (call === 'answered') recordAnswered(step)
    },
  }
}
