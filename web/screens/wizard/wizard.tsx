import { ClipboardList } from 'lucide'
import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import type { Step } from '#domain/sale/sale.ts'
import { useSale, useWriteLock } from '../../app-context.ts'
import { settings } from '../../settings.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { prefetched } from '../../ui/prefetched.ts'
import { SkeletonCards } from '../../ui/states.tsx'
import { ToastRegion } from '../../ui/toasts.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { BlockingNotice } from './blocking-notice.tsx'
import { Notices } from './notices.tsx'
import { LeadsStep } from './steps/leads/leads-step.tsx'
import { WizardHeader, WizardProgress } from './wizard-frame.tsx'

const later = {
  service: prefetched(async () => (await import('./steps/service/service-step.tsx')).ServiceStep),
  customer: prefetched(async () => (await import('./steps/customer/customer-step.tsx')).CustomerStep),
  contract: prefetched(async () => (await import('./steps/contract/contract-step.tsx')).ContractStep),
  submit: prefetched(async () => (await import('./steps/submit/submit-step.tsx')).SubmitStep),
}

/** The screens of the five steps. The first is in the main bundle; the others load behind it. */
const STEP_SCREENS: Record<Step, ComponentType> = {
  1: LeadsStep,
  2: later.service.Screen,
  3: later.customer.Screen,
  4: later.contract.Screen,
  5: later.submit.Screen,
}

/** Loads the code of the later steps while the agent is still choosing a lead. */
export const preloadSteps = () => Promise.all(Object.values(later).map(({ prefetch }) => prefetch()))

/** The five-step sale. `onOpenTracker` opens the tracker: screens do not import each other. */
export function Wizard({ onOpenTracker }: { onOpenTracker: () => void }) {
  const { step, sessionId } = useSale()
  const readOnly = useWriteLock() === 'elsewhere'
  const Screen = STEP_SCREENS[step]
  useFocusOnHeading(`${sessionId}/${step}`)
  useKeptFocus('step-heading')
  return (
    <>
      <div className="flex min-h-dvh flex-col tall:h-dvh">
        <WizardHeader>
          <a href="/admin/ghl" className={`${buttonLook('quiet')} max-sm:hidden`}>
            CRM connection
          </a>
          <button
            type="button"
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-edge bg-surface px-4 hover:bg-sunken"
            onClick={onOpenTracker}
          >
            <Icon of={ClipboardList} size={18} />
            My Opportunities
          </button>
        </WizardHeader>
        <Notices onOpenTracker={onOpenTracker} />
        <WizardProgress step={step} note={settings.crmProvider === 'sandbox' ? 'Sandbox CRM' : undefined} />
        <fieldset
          disabled={readOnly}
          className={readOnly ? 'contents [&_canvas]:pointer-events-none' : 'contents'}
        >
          <Suspense fallback={<StepIsComing />}>
            <Screen />
          </Suspense>
        </fieldset>
        <ToastRegion />
      </div>
      <BlockingNotice />
    </>
  )
}

const StepIsComing = () => (
  <main className="mx-auto w-full max-w-6xl p-4">
    <SkeletonCards count={3} label="Loading" />
  </main>
)

/**
 * Moves the focus to the heading when the step changes, so that scrolling and screen readers start there. If the step is
 * still loading, the old heading is in the page but hidden, so this waits for a visible one.
 */
function useFocusOnHeading(place: string) {
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    let frame = requestAnimationFrame(function focusHeading() {
      const heading = document.getElementById('step-heading')
      if (heading?.checkVisibility()) heading.focus()
      else frame = requestAnimationFrame(focusHeading)
    })
    return () => cancelAnimationFrame(frame)
  }, [place])
}
