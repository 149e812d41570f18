import { describe, expect, test } from 'vitest'
import { clockErrorInWords } from './clock-words.ts'
import { findingInWords } from './finding-words.ts'

describe('a finding in words', () => {
  test.each([
    ['clock-off', ['86401'], 'The phone’s clock was 1 day slow when the customer signed.'],
    ['clock-off', [], 'The phone’s clock was more than five minutes off when the customer signed.'],
    [
      'terms-differ',
      ['customer_name', 'customer_location', 'service_speed'],
      'The stored sale differs from the agreement: customer name, address, service speed.',
    ],
    [
      'company-incomplete',
      ['number', 'complaints_url'],
      'Details of the company are missing in the agreement: company number, page for complaints.',
    ],
    ['not-recorded', [], 'What was shown was not recorded.'],
  ])('describes %s with %j', (code, details, sentence) => {
    expect(findingInWords(code, details)).toBe(sentence)
  })

  test('is the code if it comes from a later release', () => {
    expect(findingInWords('face-unknown', ['left_ear'])).toBe('face-unknown')
  })
})

test.each([
  [1, '1 second slow'],
  [-119, '119 seconds fast'],
  [119.6, '2 minutes slow'],
  [301, '5 minutes slow'],
  [3_599, '1 hour slow'],
  [-86_401, '1 day fast'],
  [2 * 86_400 + 3 * 3_600 + 240, '2 days 3 hours 4 minutes slow'],
])('puts a clock error of %d seconds into words', (aheadSeconds, words) => {
  expect(clockErrorInWords(aheadSeconds)).toBe(words)
})
