import type { Pounds } from '../kernel/money.ts'

/** The scheme under which a lead's own voucher value counts (docs/product 4.6). */
export const LEAD_SCHEME = 'Project Gigabit'

/** What a check of an address says. */
export type Verdict =
  | { eligible: true; voucherAmount: Pounds; scheme: string }
  | { eligible: false; reason: string }

/**
 * Where verdicts come from: the simulated check today, a real source one day. `when-online` from one that needs a
 * network and has none: until then the lead's own voucher counts.
 */
export type EligibilityChecker = (address: string) => Promise<Verdict | 'when-online'>

export const SIMULATED_CHECK_MS = 2000

/** The four outcomes that the simulated check picks from (docs/product 6.3). */
export const SIMULATED_VERDICTS: readonly Verdict[] = [
  { eligible: true, voucherAmount: 1500, scheme: 'Project Gigabit Rural' },
  { eligible: true, voucherAmount: 500, scheme: 'Project Gigabit Standard' },
  { eligible: false, reason: 'Superfast coverage exists at this address' },
  { eligible: false, reason: 'Address not in eligible postcodes' },
]

/** The verdict for a random number in [0, 1). */
export function simulatedVerdict(random: number): Verdict {
  const index = Math.min(Math.floor(random * SIMULATED_VERDICTS.length), SIMULATED_VERDICTS.length - 1)
  return SIMULATED_VERDICTS[index] as Verdict
}
