import { expect, test } from 'vitest'
import { PROBLEMS } from './problems.ts'
import { retryClassOf } from './retry-class.ts'

test.each(Object.entries(PROBLEMS))(
  'who is refused by %s knows from the status alone whether to try again, and from the sentence why',
  (_code, { status, retry, sentence }) => {
    expect(retryClassOf(status)).toBe(retry)
    expect(sentence).toMatch(/^[A-Z].*\.$/)
  },
)
