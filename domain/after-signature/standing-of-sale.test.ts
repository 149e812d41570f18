import { expect, test } from 'vitest'
import type { SaleOutcomeKind } from './sale-outcome.ts'
import { standingOf } from './standing-of-sale.ts'

/** Returns an outcome of this kind, with the day on which it happened and the moment when it was recorded. */
const outcome = (
  kind: SaleOutcomeKind,
  happened_on: string,
  recorded_at: string,
  taken_back_at: string | null = null,
) => ({
  id: `${kind} ${recorded_at}`,
  kind,
  happened_on,
  recorded_at,
  taken_back_at,
})
const booked = outcome('install-booked', '2026-07-30', '2026-07-08T09:00:00.000Z')

test.each([
  ['a cancellation', outcome('cancelled', '2026-07-20', '2026-07-20T09:00:00.000Z')],
  [
    'a cancellation on the day of the booking',
    outcome('cancelled', '2026-07-08', '2026-07-08T10:00:00.000Z'),
  ],
  ['an earlier installation', outcome('installed', '2026-07-15', '2026-07-16T09:00:00.000Z')],
  ['a booking for an earlier day', outcome('install-booked', '2026-07-25', '2026-07-10T09:00:00.000Z')],
])('a booking for a later day gives way to %s that is recorded after it', (_what, later) => {
  const { kind, happened_on } = later
  expect(standingOf([booked, later])).toEqual({ kind, happened_on })
  expect(standingOf([later, booked])).toEqual({ kind, happened_on })
})

test('what is recorded late does not outrank what has happened since', () => {
  const installed = outcome('installed', '2026-07-15', '2026-07-15T09:00:00.000Z')
  const late = outcome('failed-install', '2026-07-10', '2026-07-20T09:00:00.000Z')
  expect(standingOf([installed, late])).toMatchObject({ kind: 'installed' })
})

test('uses the day in London on which a booking was recorded', () => {
  const lateInTheEvening = outcome('install-booked', '2026-07-30', '2026-07-08T23:30:00.000Z')
  const cancelled = outcome('cancelled', '2026-07-08', '2026-07-09T09:00:00.000Z')
  expect(standingOf([cancelled, lateInTheEvening])).toMatchObject({ kind: 'install-booked' })
})

test('ignores notes, complaints and what was taken back', () => {
  const at = '2026-07-20T09:00:00.000Z'
  const ignored = [
    outcome('note', '2026-07-20', at),
    outcome('complaint-opened', '2026-07-20', at),
    outcome('cancelled', '2026-07-20', at, at),
  ]
  expect(standingOf([...ignored, booked])).toMatchObject({ kind: 'install-booked' })
  expect(standingOf(ignored)).toBe(undefined)
})
