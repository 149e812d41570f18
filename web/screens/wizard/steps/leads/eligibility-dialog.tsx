import { CircleCheck, CircleX, CloudOff } from 'lucide'
import { useState } from 'react'
import type { Verdict } from '#domain/eligibility/eligibility.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import { useSale } from '../../../../app-context.ts'
import { checkKey, keepCheck, keptChecks } from '../../../../eligibility/kept-checks.ts'
import { checkEligibility } from '../../../../eligibility/simulated-check.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { useCommands } from '../../use-commands.ts'

type EligibilityDialogProps = {
  /** Resolves to true if the sale moved to the next step. */
  onContinue: () => Promise<boolean>
  onClose: () => void
}

/**
 * Checks an address for a voucher. If it is eligible, `Continue` applies the verdict (docs/product 2.4). A verdict that
 * was not applied is still there when the dialog opens again.
 */
export function EligibilityDialog({ onContinue, onClose }: EligibilityDialogProps) {
  const sale = useSale()
  const command = useCommands()
  const key = checkKey(sale)
  const [kept] = useState(() => keptChecks().get()[key])
  const [address, setAddress] = useState(kept?.address ?? sale.customerLocation?.address ?? '')
  const [verdict, setVerdict] = useState<Verdict | 'when-online' | undefined>(kept?.verdict)
  const [checking, setChecking] = useState(false)

  async function check() {
    setVerdict(undefined)
    setChecking(true)
    const answer = await checkEligibility(address)
    if (answer !== 'when-online') keepCheck(key, { address, verdict: answer })
    setVerdict(answer)
    setChecking(false)
  }

  async function goOn() {
    if (!verdict) return
    if (verdict !== 'when-online' && !(await command({ type: 'apply-verdict', address, verdict }))) return
    if (!(await onContinue())) return
    keepCheck(key, undefined)
    onClose()
  }

  return (
    <Dialog title="Check Eligibility" onClose={onClose}>
      <form
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault()
          void check()
        }}
      >
        <div className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4">
          <TextArea
            label="Address"
            ref={takeFocus}
            value={address}
            autoComplete="off"
            readOnly={checking}
            onChange={(event) => {
              setAddress(event.target.value)
              setVerdict(undefined)
            }}
          />
          <div role="status" className="empty:hidden">
            {checking && <div className="skeleton h-18 animate-breathe" aria-hidden="true" />}
            {verdict === 'when-online' ? <CheckedLater /> : verdict && <VerdictCard verdict={verdict} />}
          </div>
        </div>
        <div className="flex flex-wrap gap-2 px-5 pt-1 pb-[max(1.25rem,env(safe-area-inset-bottom))] *:grow">
          <Button
            type="submit"
            look={verdict ? 'secondary' : 'primary'}
            disabled={address.trim() === ''}
            busy={checking}
          >
            {checking ? 'Checking…' : 'Check'}
          </Button>
          <Button
            // It looks inactive after 'Not eligible', but still says why.
            look={canContinue(verdict) ? 'primary' : 'inactive'}
            disabled={!verdict}
            onClick={() => void goOn()}
          >
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const canContinue = (verdict: Verdict | 'when-online' | undefined) =>
  verdict === 'when-online' || verdict?.eligible === true

/** React would focus at once, before the dialog opens and focuses Close. The browser heeds the attribute when it opens. */
const takeFocus = (field: HTMLElement | null) => field?.setAttribute('autofocus', '')

const CheckedLater = () => (
  <div className="flex items-center gap-3 rounded-2xl border border-wait bg-wait-soft p-4">
    <Icon of={CloudOff} className="shrink-0 text-wait" />
    <p>
      <strong className="block">We’ll check this address when you’re back online</strong>
      Until then we’ll use the lead’s voucher.
    </p>
  </div>
)

function VerdictCard({ verdict }: { verdict: Verdict }) {
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
