import { expect, test } from 'vitest'
import { attentionInWords } from './attention-words.ts'

test('has words for one and for several', () => {
  expect(attentionInWords('held', 1)).toBe('Held sale waiting to be released')
  expect(attentionInWords('held', 2)).toBe('Held sales waiting to be released')
})
