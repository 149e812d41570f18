import { plainText } from '../lead/lead-order.ts'
import { SHORTENED } from '../lead/search-text.ts'

const LONG = new Map(
  SHORTENED.split(',').map((pair) => {
    const [long = '', short = ''] = pair.split(' ')
    return [short, long]
  }),
)

const SIDES = ['north', 'south', 'east', 'west']

/**
 * Returns a name as keys compare it: in lower case, without accents and punctuation, and with the last word in full, so
 * that `St. John's Rd` equals `saint johns road`.
 */
export function plainWords(name: string): string {
  const words = plainText(name)
    .replace(/['’`.]/g, '')
    .replaceAll('&', ' and ')
    .match(/[\p{L}\p{N}/]+/gu)
  return (words ?? []).map(longWord).join(' ')
}

/**
 * Returns a word in full. `St` means saint unless it ends the name. The other short words are names themselves unless
 * they end it.
 */
function longWord(word: string, index: number, words: readonly string[]): string {
  const next = words[index + 1]
  const ends = index > 0 && (next === undefined || SIDES.includes(next))
  if (word === 'st') return ends ? 'street' : 'saint'
  return ends ? (LONG.get(word) ?? word) : word
}
