import { ClipboardList } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import type { Step } from '#domain/sale/sale.ts'
import { useSale } from '../app-context.ts'
import { settings } from '../settings.ts'
import { buttonLook } from '../ui/button.tsx'
import { SkeletonCards } from '../ui/states.tsx'
import { ToastRegion } from '../ui/toasts.tsx'
import { LeadsStep } from './steps/leads/leads-step.tsx'
import { WizardHeader, WizardProgress } from './wizard-frame.tsx'

const later = {
  service: () => import('./steps/service/service-step.tsx'),
  customer: () => import('./steps/customer/customer-step.tsx'),
  contract: () => import('./steps/contract/contract-step.tsx'),
  submit: () => import('./steps/submit/submit-step.tsx'),
}

/** The screens of the five steps. The first is there at once, the others are fetched behind it. */
const STEP_SCREENS: Record<Step, ComponentType> = {
  1: LeadsStep,
  2: lazy(async () => ({ default: (await later.service()).ServiceStep })),
  3: lazy(async () => ({ default: (await later.customer()).CustomerStep })),
  4: lazy(async () => ({ default: (await later.contract()).ContractStep })),
  5: lazy(async () => ({ default: (await later.submit()).SubmitStep })),
}

/** Fetches what the next steps need while the agent is still choosing a lead. */
export const preloadSteps = () => Promise.all(Object.values(later).map((load) => load()))

/** The five-step sale. `onOpenTracker` opens the tracker, which the wizard knows nothing of. */
export function Wizard({ onOpenTracker }: { onOpenTracker: () => void }) {
  const { step, sessionId } = useSale()
  const Screen = STEP_SCREENS[step]
  useFocusOnHeading(`${sessionId}/${step}`)
  return (
    <div className="flex min-h-dvh flex-col tall:h-dvh">
      <WizardHeader>
        <a href="/admin/ghl" className={`${buttonLook('quiet')} max-sm:hidden`}>
          CRM connection
        </a>
        <button
          type="button"
          className="inline-flex min-h-11 items-center gap-2 rounded-full border border-edge bg-surface px-4 font-medium hover:bg-sunken"
          onClick={onOpenTracker}
        >
          <ClipboardList aria-hidden size={18} />
          My Opportunities
        </button>
      </WizardHeader>
      <WizardProgress step={step} note={settings.crmProvider === 'sandbox' ? 'Sandbox CRM' : undefined} />
      <Suspense fallback={<StepIsComing />}>
        <Screen />
      </Suspense>
      <ToastRegion />
    </div>
  )
}

const StepIsComing = () => (
  <div className="mx-auto w-full max-w-6xl p-4">
    <SkeletonCards count={3} label="Loading" />
  </div>
)

/** A new step starts at its heading, for eyes, thumbs and screen readers alike. */
function useFocusOnHeading(place: string) {
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    let frame = requestAnimationFrame(function focusHeading() {
      const heading = document.getElementById('step-heading')
      if (!heading) frame = requestAnimationFrame(focusHeading)
      heading?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [place])
}
