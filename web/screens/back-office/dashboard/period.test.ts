import { expect, it } from 'vitest'
import { addressOf, daysOf, PERIODS, periodIn } from './period.ts'

it('ends today in London', () => {
  const now = new Date('2026-07-08T23:30:00Z')
  expect(daysOf('1', now)).toEqual({ from: '2026-07-09', to: '2026-07-09' })
  expect(daysOf('30', now)).toEqual({ from: '2026-06-10', to: '2026-07-09' })
})

it('is this month so far, or the whole month before', () => {
  const newYear = new Date('2026-12-31T23:59:59Z')
  expect(daysOf('this-month', newYear)).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daysOf('last-month', newYear)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(daysOf('last-month', new Date('2028-03-01T08:00:00Z'))).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  })
})

it('is read back from its address', () => {
  for (const period of PERIODS) expect(periodIn(addressOf(period))).toBe(period)
})

it.each(['', '#days=31', '#days=', '#status=open'])('is the last 30 days if the address has %s', (hash) => {
  expect(periodIn(hash)).toBe('30')
})
