import { formatPounds } from '#domain/kernel/money.ts'
import type { KeptCheck } from '../../../../eligibility/kept-checks.ts'

/** The last verdict on the selected lead, while no sale has used it. */
export const CheckNote = ({ check: { verdict } }: { check: KeptCheck }) =>
  verdict.eligible ? (
    <> · checked: {formatPounds(verdict.voucherAmount)}, not used yet</>
  ) : (
    <>
      {' · '}
      <span className="font-semibold text-danger">checked: not eligible</span>
    </>
  )
