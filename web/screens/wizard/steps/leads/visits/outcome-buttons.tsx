import type { ReactNode } from 'react'
import { OUTCOME_WORDS, OUTCOMES, type Outcome } from '#domain/street/outcome.ts'
import { Button } from '../../../../../ui/button.tsx'

/** The register asks more before it closes a door, so `Do not knock` has a button of its own beside these. */
const ONE_TAP = OUTCOMES.filter((outcome) => outcome !== 'do-not-knock')

type OutcomeButtonsProps = { className?: string; onTap: (outcome: Outcome) => void; children?: ReactNode }

export function OutcomeButtons({ className = '', onTap, children }: OutcomeButtonsProps) {
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      {ONE_TAP.map((outcome) => (
        <Button
          key={outcome}
          look="secondary"
          className="min-h-12 grow px-2.5 text-sm"
          onClick={() => onTap(outcome)}
        >
          {OUTCOME_WORDS[outcome]}
        </Button>
      ))}
      {children}
    </div>
  )
}
