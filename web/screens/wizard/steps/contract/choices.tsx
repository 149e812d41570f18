import { Check } from 'lucide'
import { type ReactNode, useId } from 'react'
import type { Choices as Chosen } from '#domain/agreement/choices.ts'
import { choicesOf, type Sale } from '#domain/sale/sale.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { useCommands } from '../../use-commands.ts'

const COPIES: readonly [Chosen['copy'], string][] = [
  ['email', 'Email'],
  ['paper', 'Paper'],
]

/** What the customer chooses before signing. Each choice is part of the agreement. */
export function Choices({ sale }: { sale: Sale }) {
  const command = useCommands()
  const title = useId()
  const price = useId()
  const chosen = choicesOf(sale)
  const choose = (change: Partial<Chosen>) =>
    void command({ type: 'choose', choices: { ...chosen, ...change } })
  return (
    <div className="flex flex-col gap-2">
      <div role="radiogroup" aria-labelledby={title} className="flex flex-wrap items-center gap-2">
        <p id={title} className="w-full font-semibold">
          Your copy
        </p>
        {COPIES.map(([copy, label]) => (
          <Choice
            key={copy}
            type="radio"
            label={label}
            checked={chosen.copy === copy}
            onChange={() => choose({ copy })}
          >
            <span
              className={`size-5 shrink-0 rounded-full ${chosen.copy === copy ? 'border-6 border-accent bg-on-accent' : 'border-2 border-edge'}`}
            />
          </Choice>
        ))}
        {chosen.copy === 'email' && (
          <p className="w-full text-sm text-muted wrap-anywhere">To {sale.customer.email.trim()}</p>
        )}
      </div>
      <Choice
        type="checkbox"
        label="Please begin before the 14 days are over"
        describedBy={price}
        checked={chosen.begin_early}
        onChange={(begin_early) => choose({ begin_early })}
      >
        <span
          className={`flex size-5 shrink-0 items-center justify-center rounded-md border-2 ${chosen.begin_early ? 'border-accent bg-accent text-on-accent' : 'border-edge'}`}
        >
          {chosen.begin_early && <Icon of={Check} size={16} />}
        </span>
      </Choice>
      <p id={price} className="text-sm text-muted">
        If you then cancel, you pay for what has been done by then.
      </p>
    </div>
  )
}

type ChoiceProps = {
  type: 'radio' | 'checkbox'
  label: string
  describedBy?: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The visible mark, which screen readers skip. */
  children: ReactNode
}

/** A choice whose whole row can be tapped. */
const Choice = ({ type, label, describedBy, checked, onChange, children }: ChoiceProps) => (
  <label
    className={`relative flex min-h-12 flex-1 items-center gap-3 rounded-xl border px-3 py-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent ${checked ? 'border-accent bg-accent-soft forced-colors:outline-2' : 'border-line'}`}
  >
    <input
      type={type}
      name={type === 'radio' ? 'copy' : undefined}
      className="absolute inset-0 size-full cursor-pointer appearance-none rounded-xl outline-none"
      aria-describedby={describedBy}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {children}
    <span className="text-balance">{label}</span>
  </label>
)
