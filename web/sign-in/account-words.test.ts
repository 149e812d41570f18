import { expect, it } from 'vitest'
import { accountProblemIn } from './account-words.ts'

it.each([
  ['?problem=account-unknown', expect.stringContaining('Ask an admin for an invitation')],
  ['?next=/admin&problem=account-taken', expect.stringContaining('another person')],
  ['?problem=toString', undefined],
  ['', undefined],
])('for %j says %s', (search, words) => expect(accountProblemIn(search)).toEqual(words))
