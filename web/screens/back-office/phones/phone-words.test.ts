import { expect, test } from 'vitest'
import type { PhoneListed } from '#protocol/phones.ts'
import { waitingInWords } from './phone-words.ts'
import { listedPhone } from './phones.testing.ts'

test.each<[Partial<PhoneListed>, string[]]>([
  [{}, []],
  [{ unsent_sales: 2, unsent_signed: 1 }, ['2 sales wait to be sent, 1 of them signed']],
  [{ refused_sales: 1 }, ['1 sale refused: the agent can correct it in My Opportunities']],
  [{ state: 'wiped' }, []],
  [{ state: 'wiped', refused_sales: 1 }, ['1 sale that the server had refused was lost with the wipe']],
])('describes a phone with %j as %j', (differs, words) =>
  expect(waitingInWords(listedPhone(differs))).toEqual(words),
)
