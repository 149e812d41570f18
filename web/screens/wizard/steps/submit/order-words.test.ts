import { expect, it } from 'vitest'
import { receivedText, unsentText } from './order-words.ts'

it.each([
  [undefined, /^We’re sending it\./],
  ['offline', /^We’ll send it as soon as you’re back online\./],
  ['paused', /It will then wait for your office/],
  ['not-enrolled', /^We’ll send it as soon as this phone is enrolled\./],
  ['bad-key', /Ask the office\.$/],
] as const)('says what an unsent order waits for: %s', (hindrance, expected) => {
  expect(unsentText(hindrance)).toMatch(expected)
})

it('says that an order waits for the office if a paused phone handed it in', () => {
  const at = '2026-03-01T10:00:00.000Z'
  const receipt = { sessionId: 'sale_1_a', sha256: '', at, checkedAt: at, corrected: false }
  expect(receivedText(receipt, false)).toMatch(/, receipt checked$/)
  expect(receivedText(receipt, true)).toMatch(/, receipt checked\. It’s waiting for your office/)
})
