import type { Pounds } from '../kernel/money.ts'
import type { Uprn } from '../premises/premises.ts'
import type { VoucherVerdict } from '../premises/verdict.ts'

/** The scheme under which a lead's own voucher value counts (docs/product 4.6). */
export const LEAD_SCHEME = 'Project Gigabit'

/** What a check of an address means for the sale. */
export type Verdict =
  | { eligible: true; voucherAmount: Pounds; scheme: string }
  | { eligible: false; reason: string; words?: string }

/** The household to check: the address as entered, with the lead's UPRN if it is the lead's own address. */
export type CheckedHousehold = { address: string; uprn: Uprn | undefined; leadVoucher: Pounds }

/**
 * The result of a check. `when-online`: the data decides, but neither the phone nor the server could be asked; until
 * then the lead's own voucher counts. `voucherVerdict` is the data's answer as the agent reads it; null if there is no
 * data.
 */
export type Check = { verdict: Verdict | 'when-online'; voucherVerdict: VoucherVerdict | null }

/** The source of verdicts: premises data if any is active, otherwise the simulated check (docs/product 6.3, 20.5). */
export type EligibilityChecker = (household: CheckedHousehold) => Promise<Check>
