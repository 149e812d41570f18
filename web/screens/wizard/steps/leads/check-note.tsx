import { formatPounds } from '#domain/kernel/money.ts'
import { useSale } from '../../../../app-context.ts'
import { keptChecks } from '../../../../eligibility/kept-checks.ts'
import { useStore } from '../../../../use-store.ts'
import { checkKey } from './check-key.ts'

/** The last verdict on the selected lead, while no sale has used it. */
export function CheckNote() {
  const { [checkKey(useSale())]: check } = useStore(keptChecks)
  if (!check) return null
  const { verdict } = check
  return verdict.eligible ? (
    <> · checked: {formatPounds(verdict.voucherAmount)}, not used yet</>
  ) : (
    <>
      {' · '}
      <span className="font-semibold text-danger">checked: not eligible</span>
    </>
  )
}
