import { ClipboardList } from 'lucide'
import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import type { Sale, Step } from '#domain/sale/sale.ts'
import { useApp, useSale, useWriteLock } from '../../app-context.ts'
import { settings } from '../../settings.ts'
import { useBackKey } from '../../ui/back-key.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { prefetched } from '../../ui/prefetched.ts'
import { SkeletonCard } from '../../ui/states.tsx'
import { dismissGoodToasts } from '../../ui/toast-store.ts'
import { ToastRegion } from '../../ui/toasts.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useStore } from '../../use-store.ts'
import { BlockingNotice } from './blocking-notice.tsx'
import { handover } from './handover.ts'
import { Notices } from './notices.tsx'
import { STEP_TITLES } from './step-titles.ts'
import { preloadDialogs } from './steps/leads/dialogs.ts'
import { LeadsStep, preloadParts } from './steps/leads/leads-step.tsx'
import { useCommands } from './use-commands.ts'
import { WizardHeader, WizardProgress } from './wizard-frame.tsx'

const later = {
  service: prefetched(() => import('./steps/service/service-step.tsx').then((step) => step.ServiceStep)),
  customer: prefetched(() => import('./steps/customer/customer-step.tsx').then((step) => step.CustomerStep)),
  contract: prefetched(() => import('./steps/contract/contract-step.tsx').then((step) => step.ContractStep)),
  submit: prefetched(() => import('./steps/submit/submit-step.tsx').then((step) => step.SubmitStep)),
}

type StepProps = { onOpenTracker: () => void }

/** The screens of the five steps. The first is in the main bundle; the others load after it. */
const STEP_SCREENS: Record<Step, ComponentType<StepProps>> = {
  1: LeadsStep,
  2: later.service.Screen,
  3: later.customer.Screen,
  4: later.contract.Screen,
  5: later.submit.Screen,
}

/** Loads the code that the agent may need within seconds, while they are still choosing a lead. */
export const preloadNext = () =>
  Promise.all([preloadParts(), later.service.prefetch(), later.customer.prefetch()])

/** Loads the code of the later steps and dialogs. */
export const preloadRest = () =>
  Promise.all([preloadDialogs(), later.contract.prefetch(), later.submit.prefetch()])

/** The five-step sale. `onOpenTracker` opens the tracker, because screens do not import each other. */
export function Wizard({ onOpenTracker }: { onOpenTracker: () => void }) {
  const current = useSale()
  const { step } = current
  const readOnly = useWriteLock() === 'elsewhere'
  const Screen = STEP_SCREENS[step]
  useFocusOnHeading(placeOf(current))
  useKeptFocus('step-heading')
  useToastsOfTheStep()
  useEffect(() => {
    document.title = `${STEP_TITLES[step]}, step ${step} of 5 – Doorstep`
  }, [step])
  const command = useCommands()
  useBackKey(() => command({ type: 'back' }), step < 5 && !readOnly ? step - 1 : 0)
  const isHandedOver = useStore(handover)
  return (
    <>
      <div className="flex min-h-dvh flex-col tall:h-dvh">
        {!isHandedOver && <AgentHead step={step} onOpenTracker={onOpenTracker} />}
        <div className="step-grid">
          <fieldset
            disabled={readOnly}
            className={readOnly ? 'contents [&_canvas]:pointer-events-none' : 'contents'}
          >
            <Suspense fallback={<StepIsComing />}>
              <Screen onOpenTracker={onOpenTracker} />
            </Suspense>
          </fieldset>
          <ToastRegion place="step" />
        </div>
      </div>
      <BlockingNotice />
    </>
  )
}

/** Everything above the step. It is hidden while the customer holds the phone, because it leads to other households. */
function AgentHead({ step, onOpenTracker }: { step: Step; onOpenTracker: () => void }) {
  return (
    <>
      <WizardHeader step={step}>
        <a href="/admin/ghl" className={`${buttonLook('quiet')} max-sm:hidden sideways:hidden`}>
          CRM connection
        </a>
        <button type="button" className="tracker-button" onClick={onOpenTracker}>
          <Icon of={ClipboardList} size={18} />
          My Opportunities
        </button>
      </WizardHeader>
      <Notices onOpenTracker={onOpenTracker} />
      <WizardProgress step={step} note={settings.crmProvider === 'sandbox' ? 'Sandbox CRM' : undefined} />
    </>
  )
}

const StepIsComing = () => (
  <main className="p-4">
    <SkeletonCard count={3} label="Loading" />
  </main>
)

/** Dismisses good news at the next change of step: it is about the step in which it came, or to which it led. */
function useToastsOfTheStep() {
  const { sale } = useApp()
  useEffect(() => {
    let place = placeOf(sale.get())
    return sale.subscribe(() => {
      const next = placeOf(sale.get())
      if (next !== place) dismissGoodToasts()
      place = next
    })
  }, [sale])
}

const placeOf = ({ sessionId, step }: Sale) => `${sessionId}/${step}`

/**
 * Moves the focus to the heading when the step changes, so that scrolling and screen readers start there. While the
 * step is still loading, the old heading is in the page but hidden, so this waits for a visible one.
 */
function useFocusOnHeading(place: string) {
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    let frame = requestAnimationFrame(function focusHeading() {
      const heading = document.getElementById('step-heading')
      if (!heading?.checkVisibility()) {
        frame = requestAnimationFrame(focusHeading)
        return
      }
      heading.focus({ preventScroll: true })
      // Where the whole page scrolls, it is still as far down as the button of the last step was.
      scrollTo(0, 0)
      heading.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [place])
}
