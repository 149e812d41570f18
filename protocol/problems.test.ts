import { expect, test } from 'vitest'
import { PROBLEMS } from './problems.ts'
import { retryClassOf } from './retry-class.ts'

test.each(Object.entries(PROBLEMS))(
  'the status of %s, and the code of a 401, say whether to try again, and the sentence says why',
  (code, { status, retry, sentence }) => {
    expect(retryClassOf(status, code)).toBe(retry)
    expect(sentence).toMatch(/^[A-Z].*\.$/)
  },
)
