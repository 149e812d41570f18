import { expect, it } from 'vitest'
import { monthInName, readMonth } from './dataset.ts'

it.each([
  ['bduk-premises', '202605_BDUK_uprn_release_london_croydon.csv', '2026-05'],
  ['bduk-premises', '202409_BDUK_uprn_release_South_West.csv', '2024-09'],
  ['bduk-premises', '202613_BDUK_uprn_release_sample.csv', undefined],
  ['bduk-premises', 'croydon.csv', undefined],
  ['uprn-points', 'osopenuprn_202608.csv', '2026-08'],
  ['supplier-eligible', '202605_BDUK_uprn_release_london_croydon.csv', undefined],
] as const)('reads the month of %s in the name %s', (kind, name, month) => {
  expect(monthInName(kind, name)).toBe(month)
})

it.each([
  ['2026-05', '2026-05'],
  ['2026-11', '2026-11'],
  ['2026-12', undefined],
  ['2026-5', undefined],
  ['2026-00', undefined],
  ['May 2026', undefined],
])('reads the month %s that a person gives in November 2026 as %s', (given, month) => {
  expect(readMonth(given, '2026-11-25')).toBe(month)
})
