import { dateInWords } from '../cooling-off/calendar-date.ts'
import type { Door } from './door.ts'
import { OUTCOME_WORDS } from './outcome.ts'

/** `Call back on Thursday 5 March 2026 at 17:30`: what an agent must know of a visited door. */
export function doorInWords({ state, next_on, next_at, last_outcome, tries }: Door): string {
  if (state === 'unvisited') return 'Not visited'
  if (state === 'sold') return 'Sold'
  if (state === 'call-back' && next_on) return `Call back ${dayAndTime(next_on, next_at)}`
  const counted = tries > 1 ? `, ${tries} times in a row` : ''
  const rest = next_on ? `. Try again from ${dateInWords(next_on)}` : ''
  return `${OUTCOME_WORDS[state === 'call-back' ? (last_outcome ?? state) : state]}${counted}${rest}`
}

/** `on Thursday 5 March 2026 at 17:30`. */
export const dayAndTime = (day: string, time: string | null) =>
  `on ${dateInWords(day)}${time === null ? '' : ` at ${time}`}`
