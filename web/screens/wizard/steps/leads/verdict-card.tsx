import { CircleCheck, CircleX, CloudOff } from 'lucide'
import type { Verdict } from '#domain/eligibility/eligibility.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import { Icon } from '../../../../ui/icon.tsx'

/** Shown if the data cannot be asked at the moment. The dialog asks again as soon as it can. */
export const CheckedLater = () => (
  <div className="flex items-center gap-3 rounded-2xl border border-wait bg-wait-soft p-4">
    <Icon of={CloudOff} className="shrink-0 text-wait" />
    <p>
      <strong className="block">This address can’t be checked offline</strong>
      Leave this open and it’s checked as soon as you’re online. Or continue with the lead’s voucher, without
      a check.
    </p>
  </div>
)

/** The verdict of the simulated check. */
export function VerdictCard({ verdict }: { verdict: Verdict }) {
  return (
    <div
      className={`flex items-center gap-3 rounded-2xl border p-4 ${verdict.eligible ? 'border-accent bg-accent-soft' : 'border-danger bg-danger-soft'}`}
    >
      {verdict.eligible ? (
        <Icon of={CircleCheck} className="shrink-0 text-accent" />
      ) : (
        <Icon of={CircleX} className="shrink-0 text-danger" />
      )}
      {verdict.eligible ? (
        <p>
          <strong className="block">Eligible for a {formatPounds(verdict.voucherAmount)} voucher</strong>
          {verdict.scheme}
        </p>
      ) : (
        <p>
          <strong className="block">Not eligible</strong>
          {verdict.reason}
        </p>
      )}
    </div>
  )
}
