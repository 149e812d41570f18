import { useEffect, useEffectEvent, useState } from 'react'
import type { Check } from '#domain/eligibility/eligibility.ts'
import { useApp, useSale } from '../../../../app-context.ts'
import { checkKey, keepCheck, keptChecks } from '../../../../eligibility/kept-checks.ts'
import { checkHousehold } from '../../../../premises/check-household.ts'
import { refreshSlice } from '../../../../premises/refresh-slice.ts'
import { reportTrouble } from '../../../../storage/report-trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { useCommands } from '../../use-commands.ts'
import { DataVerdictCard } from './data-verdict-card.tsx'
import { householdToCheck } from './household-to-check.ts'
import { isOnRegister } from './is-on-register.ts'
import { CheckedLater, VerdictCard } from './verdict-card.tsx'

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
  const { lists } = useApp()
  const command = useCommands()
  const key = checkKey(sale)
  const [kept] = useState(() => keptChecks().get()[key])
  const [address, setAddress] = useState(kept?.address ?? sale.customerLocation?.address ?? '')
  const [check, setCheck] = useState<Check | undefined>(
    kept && { verdict: kept.verdict, voucherVerdict: kept.voucherVerdict ?? null },
  )
  const [checking, setChecking] = useState(false)
  const { area } = lists
  useEffect(() => void refreshSlice(area).catch(reportTrouble), [area])

  const waits = check?.verdict === 'when-online'
  const runAgain = useEffectEvent(() => void runCheck())
  useEffect(() => {
    if (!waits) return
    addEventListener('online', runAgain)
    return () => removeEventListener('online', runAgain)
  }, [waits])

  async function runCheck() {
    setCheck(undefined)
    setChecking(true)
    const answer = await checkHousehold(await householdToCheck(sale, address, lists.shown.leads))
    const { verdict, voucherVerdict } = answer
    if (verdict !== 'when-online') keepCheck(key, { address, verdict, voucherVerdict })
    setCheck(answer)
    setChecking(false)
  }

  async function goOn() {
    if (!check || !(await applyVerdict(check)) || !(await onContinue())) return
    keepCheck(key, undefined)
    onClose()
  }

  /** Without an answer there is nothing to apply, and the sale goes on with the lead's own address and voucher. */
  async function applyVerdict({ verdict, voucherVerdict }: Check): Promise<boolean> {
    if (verdict === 'when-online') return true
    const isClosed = await isOnRegister({ lead: null, customerLocation: { address, leadId: null } })
    return command({ type: 'apply-verdict', address, verdict, voucherVerdict, isOnRegister: isClosed })
  }

  return (
    <Dialog title="Check Eligibility" onClose={onClose}>
      <form
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault()
          void runCheck()
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
              setCheck(undefined)
            }}
          />
          <div role="status" className="empty:hidden">
            {checking && <div className="skeleton h-18 animate-breathe" aria-hidden="true" />}
            {check && (
              <div ref={showWhole}>
                <Answer {...check} />
              </div>
            )}
          </div>
        </div>
        <div className="flex flex-wrap gap-2 px-5 pt-1 pb-[max(1.25rem,env(safe-area-inset-bottom))] *:grow">
          <Button
            type="submit"
            look={check ? 'secondary' : 'primary'}
            disabled={address.trim() === ''}
            busy={checking}
          >
            {checking ? 'Checking…' : 'Check'}
          </Button>
          <Button
            // It looks inactive after 'Not eligible', but still says why.
            look={canContinue(check) ? 'primary' : 'inactive'}
            disabled={!check}
            onClick={() => void goOn()}
          >
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Answer({ verdict, voucherVerdict }: Check) {
  if (verdict === 'when-online') return <CheckedLater />
  if (voucherVerdict) return <DataVerdictCard verdict={verdict} voucherVerdict={voucherVerdict} />
  return <VerdictCard verdict={verdict} />
}

const canContinue = (check: Check | undefined) =>
  check?.verdict === 'when-online' || check?.verdict.eligible === true

/** With large text, the buttons would cut a verdict off. */
const showWhole = (verdict: HTMLElement | null) => verdict?.scrollIntoView({ block: 'nearest' })

/** React would focus at once, before the dialog opens and focuses Close. The browser heeds the attribute when it opens. */
const takeFocus = (field: HTMLElement | null) => field?.setAttribute('autofocus', '')
