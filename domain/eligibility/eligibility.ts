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
