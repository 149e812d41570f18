import { expect, test } from 'vitest'
import { refusalInWords } from './refusal-in-words.ts'

test.each([
  [1, 'Too many wrong passwords. Try again in 1 second.'],
  [32, 'Too many wrong passwords. Try again in 32 seconds.'],
  [60, 'Too many wrong passwords. Try again in 1 minute.'],
  [61, 'Too many wrong passwords. Try again in 2 minutes.'],
  [0, 'Wait a moment.'],
])('says to wait for %d seconds after too many wrong passwords', (seconds, sentence) =>
  expect(refusalInWords({ code: 'too-many-tries', message: 'Wait a moment.' }, seconds)).toBe(sentence),
)

test('says what the server says, or that it did not work', () => {
  expect(refusalInWords({ code: 'too-busy', message: 'The server is busy.' }, 5)).toBe('The server is busy.')
  expect(refusalInWords({})).toBe('That didn’t work. Try again in a moment.')
})
