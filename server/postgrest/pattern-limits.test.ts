import { describe, expect, it } from 'vitest'
import { readPattern } from './pattern-limits.ts'

const codeOf = (comparison: 'like' | 'match', text: string) => {
  const pattern = readPattern(comparison, text)
  return pattern.ok ? pattern.value : pattern.failure.body.code
}

describe('a pattern', () => {
  it('takes * for %', () => expect(codeOf('like', 'a*b')).toBe('a%b'))
  it.each([
    ['too long', 'a'.repeat(201)],
    ['of too many wildcards', '*a'.repeat(51)],
  ])('%s is refused', (_, text) => expect(codeOf('like', text)).toBe('pattern-too-long'))
})

describe('a regular expression', () => {
  it.each(['^a.*b$', '(?:a|b)+', '[A-Z]{1,2}\\d', '\\mHigh\\M', 'a{200}', '(a*)*'])('%s is taken', (text) =>
    expect(codeOf('match', text)).toBe(text),
  )

  // Each of these takes PostgreSQL seconds for one text, or more memory than the embedded database has.
  it.each([
    '(.*)a\\1',
    '(?=a.*b)c',
    '(?i)a',
    '(a{1,255}){1,255}',
    '(a|b){99}',
    'a{1,150}b{51}',
    'a{101}b{100,}',
    '***=a',
  ])('%s is refused', (text) => expect(codeOf('match', text)).toBe('2201B'))
})
