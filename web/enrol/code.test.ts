import { expect, it } from 'vitest'
import { readCode } from './code.ts'

it.each([
  ['as the office shows it', 'BCDF-GHJK-LMNP'],
  ['in small letters, with blanks', ' bcdf ghjk lmnp '],
  ['at the end of an address', '#BCDF-GHJK-LMNP'],
  ['at the end of an address, with blanks', '#bcdf%20ghjk%20lmnp'],
])('reads a code %s', (_how, text) => expect(readCode(text)).toBe('BCDF-GHJK-LMNP'))

it.each(['', '#', 'BCDF-GHJK-LMN', 'BCDF-GHJK-LMNPQ'])('does not take %j for a code', (text) =>
  expect(readCode(text)).toBeUndefined(),
)
