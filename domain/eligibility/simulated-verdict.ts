import type { Verdict } from './eligibility.ts'

export const SIMULATED_CHECK_MS = 2000

/** The four outcomes from which the simulated check picks (docs/product 6.3). */
export const SIMULATED_VERDICTS: readonly Verdict[] = [
  { eligible: true, voucherAmount: 1500, scheme: 'Project Gigabit Rural' },
  { eligible: true, voucherAmount: 500, scheme: 'Project Gigabit Standard' },
  { eligible: false, reason: 'Superfast coverage exists at this address' },
  { eligible: false, reason: 'Address not in eligible postcodes' },
]

/** Returns the verdict for a random number in [0, 1). */
export function simulatedVerdict(random: number): Verdict {
  const index = Math.min(Math.floor(random * SIMULATED_VERDICTS.length), SIMULATED_VERDICTS.length - 1)
  return SIMULATED_VERDICTS[index] as Verdict
}
