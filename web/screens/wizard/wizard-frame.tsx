import type { ReactNode } from 'react'
import type { Step } from '#domain/sale/sale.ts'
import { Logo } from '../../ui/logo.tsx'
import { STEP_NAMES, STEP_TITLES } from './step-titles.ts'

/** The bar at the top: the logo, the names of the steps on a wide screen, and the buttons that every step has. */
export function WizardHeader({ step, children }: { step: Step; children?: ReactNode }) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="head-bar">
        <Logo />
        <div aria-hidden className="step-names">
          {STEP_NAMES.map((name, index) => (
            <span key={name} data-name={`${index + 1} ${name}`} data-here={index + 1 === step || undefined} />
          ))}
        </div>
        <div className="flex min-h-11 items-center gap-2">{children}</div>
      </div>
    </header>
  )
}

/** The progress of the sale, as a bar and as `Step n of 5`, with a note such as `Sandbox CRM`. */
export function WizardProgress({ step, note }: { step: Step; note?: string | undefined }) {
  return (
    <section aria-label="Progress" className="relative mx-auto w-full max-w-6xl">
      {note && <p className="progress-note">{note}</p>}
      <div
        role="progressbar"
        aria-valuemin={1}
        aria-valuemax={5}
        aria-valuenow={step}
        aria-valuetext={`Step ${step} of 5`}
        aria-label="Progress of the sale"
      >
        <div className="mb-1 grid grid-cols-5 gap-0.5 lg:px-(--gutter)" aria-hidden="true">
          {([1, 2, 3, 4, 5] as const).map((part) => (
            <span
              key={part}
              className={`h-1 ${part < step ? 'border-2 border-accent bg-accent' : part === step ? 'border-2 border-sill bg-sill' : 'border border-line bg-line'}`}
            />
          ))}
        </div>
        <p className="progress-line">
          <span id="step-place">Step {step} of 5</span>
          {step === 4 && <span aria-hidden data-title={STEP_TITLES[step]} className="progress-title" />}
        </p>
      </div>
    </section>
  )
}

/** The heading of a step. It receives the focus when the step changes. */
export function StepHeading({ step }: { step: Step }) {
  return (
    <h1 id="step-heading" tabIndex={-1} aria-describedby="step-place" className="title">
      {STEP_TITLES[step]}
    </h1>
  )
}
