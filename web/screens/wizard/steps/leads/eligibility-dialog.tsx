import type { Check } from '#domain/eligibility/eligibility.ts'
import { useSale } from '../../../../app-context.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { takeFocus } from '../../../../ui/take-focus.ts'
import { TextArea } from '../../../../ui/text-area.tsx'
import { useCommands } from '../../use-commands.ts'
import { DataVerdictCard } from './data-verdict-card.tsx'
import { isOnRegister } from './is-on-register.ts'
import { useCheck } from './use-check.ts'
import { CheckedLater, VerdictCard } from './verdict-card.tsx'

type EligibilityDialogProps = {
  /** Resolves to true if the sale moved to the next step. */
  onContinue: () => Promise<boolean>
  onClose: () => void
}

/**
 * Checks an address for a voucher. If the address is eligible, `Continue` applies the verdict (docs/product 2.4). A
 * verdict that was not applied is still there when the dialog is opened again.
 */
export function EligibilityDialog({ onContinue, onClose }: EligibilityDialogProps) {
  const sale = useSale()
  const command = useCommands()
  const { address, type, check, checking, run, forget } = useCheck(sale)

  async function goOn() {
    if (!check || !(await applyVerdict(check)) || !(await onContinue())) return
    forget()
    onClose()
  }

  /**
   * Applies the verdict. If there is no answer, there is nothing to apply, and the sale goes on with the lead's own
   * address and voucher.
   */
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
          void run()
        }}
      >
        <div className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4">
          <TextArea
            label="Address"
            ref={takeFocus}
            value={address}
            autoComplete="off"
            readOnly={checking}
            onChange={(event) => type(event.target.value)}
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
        <Buttons check={check} checking={checking} address={address} onContinue={() => void goOn()} />
      </form>
    </Dialog>
  )
}

type ButtonsProps = { check: Check | undefined; checking: boolean; address: string; onContinue: () => void }

const Buttons = ({ check, checking, address, onContinue }: ButtonsProps) => (
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
      onClick={onContinue}
    >
      Continue
    </Button>
  </div>
)

function Answer({ verdict, voucherVerdict }: Check) {
  if (verdict === 'when-online') return <CheckedLater />
  if (voucherVerdict) return <DataVerdictCard verdict={verdict} voucherVerdict={voucherVerdict} />
  return <VerdictCard verdict={verdict} />
}

const canContinue = (check: Check | undefined) =>
  check?.verdict === 'when-online' || check?.verdict.eligible === true

/** Scrolls the verdict into view: with large text the buttons would cut it off. */
const showWhole = (verdict: HTMLElement | null) => verdict?.scrollIntoView({ block: 'nearest' })
