import { describe, expect, test } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import { callBackFile } from './call-back-file.ts'
import type { Door } from './door.ts'
import { doorInShort, doorInWords } from './door-words.ts'
import { callBacksDue } from './today.ts'

const TODAY = '2026-03-05'
const door = (
  lead_id: string,
  next_on: string,
  next_at: string | null = null,
  more: Partial<Door> = {},
): Door => ({
  lead_id,
  state: 'call-back',
  next_on,
  next_at,
  last_outcome: 'call-back',
  last_at: '2026-03-02T10:00:00.000Z',
  tries: 0,
  ...more,
})

describe('Today', () => {
  test('lists overdue call-backs first, then those of the day by time and street', () => {
    const leads = new Map(
      [
        ['any', '2 High St'],
        ['any too', '10 High St'],
        ['evening', '1 High St'],
        ['noon', '9 High St'],
        ['late', '8 High St'],
        ['tomorrow', '7 High St'],
      ].map(([id = '', street_address = '']) => [id, leadWith({ id, street_address })]),
    )
    const doors = [
      door('tomorrow', '2026-03-06'),
      door('any too', TODAY),
      door('any', TODAY),
      door('evening', TODAY, '17:30'),
      door('late', '2026-03-01', '18:00'),
      door('noon', TODAY, '12:00'),
      door('gone', TODAY),
    ]
    const due = callBacksDue(
      new Map(doors.map((one) => [one.lead_id, one])),
      (id) => leads.get(id),
      () => TODAY,
    )
    expect(due.map(({ lead, isOverdue }) => [lead.id, isOverdue])).toEqual([
      ['late', true],
      ['noon', false],
      ['evening', false],
      ['any', false],
      ['any too', false],
    ])
  })

  test('does not look up the day if no door has an open call-back', () => {
    const doors = new Map([['sold', door('sold', TODAY, null, { state: 'sold' })]])
    const fail = () => {
      throw new Error('The day was looked for.')
    }
    expect(callBacksDue(doors, () => undefined, fail)).toEqual([])
  })
})

describe('A call-back as a calendar file', () => {
  const unfold = (file: string) => file.replaceAll('\r\n ', '')
  const event = {
    id: 'a',
    day: '2026-06-05',
    time: '17:30',
    place: '1 High St, LL79 1AB',
    at: '2026-03-02T10:00:00.000Z',
  }

  test('is at its time in London', () => {
    const file = callBackFile(event)
    expect(file).toContain('DTSTART;TZID=Europe/London:20260605T173000\r\n')
    expect(file).toContain('SUMMARY:Call back: 1 High St\\, LL79 1AB\r\n')
    expect(file).toContain('DTSTAMP:20260302T100000Z\r\n')
  })

  test('takes the whole day if it has no time', () => {
    expect(callBackFile({ ...event, time: null })).toContain('DTEND;VALUE=DATE:20260606\r\n')
  })

  test('folds only lines longer than 75 octets, and never within a character', () => {
    const place = `${'Tŷ’r Ysgol 🏠 '.repeat(20)}LL79 1AB`
    const file = callBackFile({ ...event, place })
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
    expect(unfold(file)).toContain(`SUMMARY:Call back: ${place}\r\n`)
  })
})

test('A door says what an agent must know', () => {
  expect(doorInWords(door('a', TODAY, '17:30'))).toBe('Call back on Thursday 5 March 2026 at 17:30')
  expect(doorInWords(door('a', TODAY, null, { state: 'refused' }))).toBe(
    'Refused. Try again from Thursday 5 March 2026',
  )
  expect(doorInWords({ ...door('a', TODAY), state: 'no-answer', next_on: null, tries: 3 })).toBe(
    'No answer, 3 times in a row',
  )
  expect(doorInWords({ ...door('a', TODAY), state: 'no-answer', next_on: null, tries: 2 })).toBe(
    'No answer, twice in a row',
  )
})

test('A row of the walk says the same in short', () => {
  expect(doorInShort(door('a', TODAY, '17:30'))).toBe('Call back on Thu 5 Mar at 17:30')
  expect(doorInShort({ ...door('a', TODAY, null, { state: 'no-answer' }), tries: 4 })).toBe(
    'No answer, 4 times. Again from Thu 5 Mar',
  )
})
