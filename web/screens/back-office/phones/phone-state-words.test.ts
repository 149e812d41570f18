import { expect, test } from 'vitest'
import type { PhoneState } from '#protocol/identity.ts'
import { stateInWords } from './phone-state-words.ts'

test.each<[PhoneState | null, string | undefined]>([
  ['suspended', 'Suspended since 24 Nov 2026, 14:05:00'],
  ['wiping', 'Wipe requested 24 Nov 2026, 14:05:00, not confirmed yet'],
  ['wiped', 'Wiped 24 Nov 2026, 14:05:00'],
  ['active', undefined],
  [null, undefined],
])('describes a phone that is %s as: %s', (state, words) =>
  expect(stateInWords({ state, state_since: '2026-11-24T14:05:00Z' })).toBe(words),
)
