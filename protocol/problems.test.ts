import { expect, test } from 'vitest'
import { PROBLEMS } from './problems.ts'
import { retryClassOf } from './retry-class.ts'

test.each(Object.entries(PROBLEMS))(
  'who is refused by %s knows from the status, and for a 401 from the code, whether to try again, and from the sentence why',
  (code, { status, retry, sentence }) => {
    expect(retryClassOf(status, code)).toBe(retry)
    expect(sentence).toMatch(/^[A-Z].*\.$/)
  },
)
