import type { IndexedLead, LeadFilter } from './lead-order.ts'
import { searchWords } from './search-text.ts'

/** Returns whether a lead has the status of the filter. */
export const hasStatus = ({ lead }: IndexedLead, filter: LeadFilter): boolean =>
  filter === 'all' || lead.status === filter

/**
 * Returns a function that checks whether a lead matches search and filter (docs/product 2.3): one of the lead's texts
 * must contain the whole search, with or without spaces, or its texts must contain all the words, in any order.
 */
export function leadMatcher(search: string, filter: LeadFilter): (indexed: IndexedLead) => boolean {
  const words = searchWords(search)
  const tests = [words.join(' '), words.join('')]
  const wordTests = words.map(wordTest)
  return (indexed) =>
    hasStatus(indexed, filter) &&
    (tests.some((text) => indexed.haystack.includes(text)) ||
      wordTests.every((isIn) => isIn(indexed.haystack)))
}

/**
 * Returns a check for one word. A number among other words must be a house number or its beginning, or continue the
 * word before it, as in `ca29 4`. Otherwise `kirk 6` would find every door whose postcode ends in `6RD`. The address is
 * the haystack's first line.
 */
function wordTest(word: string, index: number, words: readonly string[]): (haystack: string) => boolean {
  if (/\D/.test(word)) return (haystack) => haystack.includes(word)
  const houseNumber = new RegExp(`^(.*\\D)?${word}`)
  return (haystack) => houseNumber.test(haystack) || haystack.includes(`${words[index - 1]} ${word}`)
}
