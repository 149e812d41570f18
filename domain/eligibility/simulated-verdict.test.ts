import { describe, expect, it } from 'vitest'
import { LEAD_SCHEME } from './eligibility.ts'
import { SIMULATED_CHECK_MS, SIMULATED_VERDICTS, simulatedVerdict } from './simulated-verdict.ts'

describe('the simulated check', () => {
  it('has the four fixed outcomes', () => {
    expect(SIMULATED_VERDICTS).toEqual([
      { eligible: true, voucherAmount: 1500, scheme: 'Project Gigabit Rural' },
      { eligible: true, voucherAmount: 500, scheme: 'Project Gigabit Standard' },
      { eligible: false, reason: expect.stringMatching(/superfast coverage exists/i) },
      { eligible: false, reason: expect.stringMatching(/address not in eligible postcodes/i) },
    ])
  })

  it('gives each outcome a quarter of all draws', () => {
    const draws = Array.from({ length: 1000 }, (_, i) => simulatedVerdict(i / 1000))
    expect(SIMULATED_VERDICTS.map((verdict) => draws.filter((drawn) => drawn === verdict).length)).toEqual([
      250, 250, 250, 250,
    ])
  })

  it('answers at both ends of the draw', () => {
    expect(simulatedVerdict(0)).toBe(SIMULATED_VERDICTS[0])
    expect(simulatedVerdict(1 - Number.EPSILON / 2)).toBe(SIMULATED_VERDICTS[3])
  })

  it('takes two seconds', () => expect(SIMULATED_CHECK_MS).toBe(2000))
})

it('counts the voucher of a lead under Project Gigabit', () => expect(LEAD_SCHEME).toBe('Project Gigabit'))
