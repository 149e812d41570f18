import { LeadsComing } from '../screens/wizard/steps/leads/leads-coming.tsx'
import { LeadsFrame } from '../screens/wizard/steps/leads/leads-frame.tsx'
import { WizardHeader, WizardProgress } from '../screens/wizard/wizard-frame.tsx'

/**
 * The first paint of the wizard: everything in step 1 that needs no data. It is disabled, because anything typed or
 * pressed before the script runs would be lost.
 */
export function WizardShell() {
  return (
    <div className="flex min-h-dvh flex-col tall:h-dvh">
      <WizardHeader step={1} />
      <WizardProgress step={1} />
      <div className="step-grid">
        <fieldset disabled className="contents">
          <LeadsFrame>
            <LeadsComing />
          </LeadsFrame>
        </fieldset>
      </div>
    </div>
  )
}
