import { dateInWords, dayInShort } from '../cooling-off/calendar-date.ts'
import type { Door } from './door.ts'
import { OUTCOME_WORDS } from './outcome.ts'

type Form = { day: (day: string) => string; again: string; inARow: string }

const WHOLE: Form = { day: dateInWords, again: 'Try again from', inARow: ' in a row' }
const SHORT: Form = { day: dayInShort, again: 'Again from', inARow: '' }

/** Returns what an agent must know about a door: `Call back on Thursday 5 March 2026 at 17:30`. */
export const doorInWords = (door: Door): string => describe(door, WHOLE)

/** Returns the same for a row of a list: `Not interested. Again from Tue 23 Feb`. */
export const doorInShort = (door: Door): string => describe(door, SHORT)

function describe({ state, next_on, next_at, last_outcome, tries }: Door, form: Form): string {
  if (state === 'unvisited') return 'Not visited'
  if (state === 'sold') return 'Sold'
  if (state === 'call-back' && next_on) return `Call back ${onDay(form.day(next_on), next_at)}`
  const counted = tries > 1 ? `, ${timesInWords(tries)}${form.inARow}` : ''
  const rest = next_on ? `. ${form.again} ${form.day(next_on)}` : ''
  return `${OUTCOME_WORDS[state === 'call-back' ? (last_outcome ?? state) : state]}${counted}${rest}`
}

const timesInWords = (count: number) => (count === 2 ? 'twice' : `${count} times`)

/** Returns `on Thursday 5 March 2026 at 17:30`. */
export const dayAndTime = (day: string, time: string | null) => onDay(dateInWords(day), time)

const onDay = (day: string, time: string | null) => `on ${day}${time === null ? '' : ` at ${time}`}`
