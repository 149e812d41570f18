import { RefreshCw } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { StepLayout } from '../../step-layout.tsx'
import { StepHeading } from '../../wizard-frame.tsx'
import { LeadSearch } from './lead-search.tsx'
import { type Selected, SelectedLead } from './selected-lead.tsx'

type LeadsFrameProps = {
  children: ReactNode
  search?: ReactNode
  syncing?: boolean
  /** Whether there are no leads, so that the sync becomes the main action. */
  empty?: boolean
  onSync?: () => void
  selected?: Selected | undefined
  street?: ReactNode
  onCheck?: () => void
  onContinue?: () => void
}

/** Step 1 without its list. The first paint shows it before there is any data. */
export function LeadsFrame({
  children,
  search = <LeadSearch />,
  syncing = false,
  empty = false,
  onSync,
  selected,
  street,
  onCheck,
  onContinue,
}: LeadsFrameProps) {
  return (
    <StepLayout
      summary={
        <>
          <SelectedLead selected={selected} />
          {street}
        </>
      }
      actions={
        <>
          <Button look="secondary" onClick={onCheck}>
            Check Eligibility
          </Button>
          <Button look={selected?.isClosed ? 'inactive' : 'primary'} onClick={onContinue}>
            Continue with Lead
          </Button>
        </>
      }
    >
      <div className="step-head">
        <StepHeading step={1} />
        <Button look={empty ? 'primary' : 'quiet'} onClick={onSync} busy={syncing}>
          <Icon of={RefreshCw} size={18} className={syncing ? 'animate-spin' : ''} />
          Sync GHL
        </Button>
      </div>
      {search}
      {children}
    </StepLayout>
  )
}
