import { expect, test } from 'vitest'
import { looksOdd } from './odd-details.ts'

test.each([
  ['email', 'hazel.pugh@example.com'],
  ['email', ' hazel@example.co.uk '],
  ['email', ''],
  ['phone', '01632 960123'],
  ['phone', '+44 (0)7700-900123'],
  ['idNumber', '19800101-1234'],
  ['idNumber', '20041231-A1b2'],
  ['idNumber', '  '],
  ['firstName', '12'],
] as const)('%s "%s" looks right', (field, value) => expect(looksOdd(field, value)).toBe(false))

test.each([
  ['email', 'hazel'],
  ['email', 'hazel@example'],
  ['email', 'hazel pugh@example.com'],
  ['phone', '0163'],
  ['phone', '01632 96O123'],
  ['phone', '01632 960123 01632 960124'],
  ['idNumber', '19800101'],
  ['idNumber', '19801301-1234'],
  ['idNumber', '800101-1234'],
] as const)('%s "%s" looks odd', (field, value) => expect(looksOdd(field, value)).toBe(true))
