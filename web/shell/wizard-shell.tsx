import { LeadsFrame } from '../screens/wizard/steps/leads/leads-frame.tsx'
import { WizardHeader, WizardProgress } from '../screens/wizard/wizard-frame.tsx'
import { SkeletonCards } from '../ui/states.tsx'

/**
 * The first paint of the wizard: everything of step 1 that needs no data. Nothing can be used yet, since what is
 * typed or pressed before the script runs would be lost.
 */
export function WizardShell() {
  return (
    <div className="flex min-h-dvh flex-col tall:h-dvh">
      <WizardHeader />
      <WizardProgress step={1} />
      <fieldset disabled className="contents">
        <LeadsFrame>
          <SkeletonCards count={5} label="Loading leads" />
        </LeadsFrame>
      </fieldset>
    </div>
  )
}
