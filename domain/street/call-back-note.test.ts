import { expect, test } from 'vitest'
import { visitWith } from '../testing/visit-with.ts'
import { callBackNote } from './call-back-note.ts'

const OPEN = { leadId: 'lead', day: '2026-03-05', time: '17:30' }
const callBack = visitWith({
  id: 'a',
  lead_id: 'lead',
  outcome: 'call-back',
  call_back_on: '2026-03-05',
  call_back_at: '17:30',
  note: 'Back door',
})

test('returns the note of the open call-back', () =>
  expect(callBackNote([callBack, { ...callBack, id: 'b', lead_id: 'other', note: 'No' }], OPEN)).toBe(
    'Back door',
  ))

test('returns the latest note of the same call-back', () =>
  expect(callBackNote([callBack, { ...callBack, id: 'b', note: 'Ring twice' }], OPEN)).toBe('Ring twice'))

test.each([
  ['another time', [{ ...callBack, call_back_at: '18:00' }]],
  ['another phone', []],
  ['one that was taken back', [callBack, visitWith({ id: 'b', lead_id: 'lead', undoes: 'a' })]],
])('finds no note for %s', (_what, visits) => expect(callBackNote(visits, OPEN)).toBeNull())
