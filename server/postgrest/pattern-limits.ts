import { type Answer, failWith } from '../http/problem.ts'
import type { Comparison } from './query.ts'

/** The database compares a pattern at each place of a text, so the product of the two lengths must stay small. */
const MAX_PATTERN_LENGTH = 200
const MAX_WILDCARDS = 50
/** The sum of the bounds in a regular expression, such as 50 in `.{1,50}`. */
const MAX_REPEATS = 200

/** Constructs that can take the database seconds for one text, or more memory than the embedded one has. */
const COSTLY = /\\[1-9]|\(\?(?!:)|\)\s*\{|^\*\*\*/
const BOUNDS = /\{\d*,?(\d*)\}/g

/** Returns true if a comparison is with a pattern: wildcards or a regular expression. */
export const isPatternComparison = (comparison: Comparison) => isWildcard(comparison) || isRegex(comparison)

const isWildcard = (comparison: Comparison) => comparison === 'like' || comparison === 'ilike'
const isRegex = (comparison: Comparison) => comparison === 'match' || comparison === 'imatch'

/** Returns the pattern in the database's form: `*` means `%`, except in a regular expression. */
export function readPattern(comparison: Comparison, text: string): Answer<string> {
  const pattern = isRegex(comparison) ? text : text.replaceAll('*', '%')
  const wildcards = isRegex(comparison) ? 0 : (pattern.match(/[%_]/g)?.length ?? 0)
  if (pattern.length > MAX_PATTERN_LENGTH || wildcards > MAX_WILDCARDS)
    return failWith(
      'pattern-too-long',
      `At most ${MAX_PATTERN_LENGTH} characters, of them ${MAX_WILDCARDS} wildcards.`,
    )
  if (isRegex(comparison) && (COSTLY.test(pattern) || repeatsOf(pattern) > MAX_REPEATS))
    return failWith(
      '2201B',
      `No look-around, back-references or bounds of a group; all bounds together at most ${MAX_REPEATS}.`,
    )
  return { ok: true, value: pattern }
}

const repeatsOf = (pattern: string) =>
  [...pattern.matchAll(BOUNDS)].reduce(
    (sum, [bound, most]) => sum + Number(most || bound.match(/\d+/)?.[0] || 0),
    0,
  )
