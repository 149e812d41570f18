import type { Pounds } from '../kernel/money.ts'
import type { VoucherVerdict } from '../premises/verdict.ts'
import { STOP_WORDS } from '../premises/verdict-words.ts'
import { LEAD_SCHEME, type Verdict } from './eligibility.ts'

/**
 * Returns what an answer from premises data means for the sale (docs/product 20.5). If a voucher is likely, it is the
 * lead's own, limited to the maximum of the area, or that maximum if the lead has no amount. If the answer is unknown,
 * the lead's own counts.
 */
export function verdictFrom({ answer, reasons, maxVoucher }: VoucherVerdict, leadVoucher: Pounds): Verdict {
  switch (answer) {
    case 'likely':
      return eligible(Math.min(leadVoucher || (maxVoucher ?? 0), maxVoucher ?? Number.POSITIVE_INFINITY))
    case 'unknown':
      return eligible(leadVoucher)
    case 'no':
    case 'area-closed':
      return { eligible: false, reason: reasons.join('; '), words: STOP_WORDS[answer] }
  }
}

const eligible = (voucherAmount: Pounds): Verdict => ({ eligible: true, voucherAmount, scheme: LEAD_SCHEME })
