import { OUTCOME_WORDS, OUTCOMES, type Outcome } from '#domain/street/outcome.ts'
import { Button } from '../../../../../ui/button.tsx'

/** `Do not knock` has a separate button beside these, because the register asks more before it closes a door. */
const ONE_TAP = OUTCOMES.filter((outcome) => outcome !== 'do-not-knock')

/** The look of a button in a cell of a grid, where its text may take two lines. */
export const IN_A_CELL = 'min-h-12 px-1 text-sm leading-4 wrap-anywhere'

type OutcomeButtonsProps = { className?: string; onTap: (outcome: Outcome) => void }

/** The outcomes that one tap notes, as cells of a grid. */
export const OutcomeButtons = ({ className = '', onTap }: OutcomeButtonsProps) =>
  ONE_TAP.map((outcome) => (
    <Button
      key={outcome}
      look="secondary"
      className={`${IN_A_CELL} ${className}`}
      onClick={() => onTap(outcome)}
    >
      {OUTCOME_WORDS[outcome]}
    </Button>
  ))
