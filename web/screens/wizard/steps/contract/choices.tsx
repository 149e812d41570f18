import type { Choices as Chosen } from '#domain/agreement/choices.ts'
import { choicesOf, type Sale } from '#domain/sale/sale.ts'
import { useCommands } from '../../use-commands.ts'

const COPIES: readonly [Chosen['copy'], string][] = [
  ['email', 'Email'],
  ['paper', 'Paper'],
]

/** What the customer chooses before signing. Each choice is part of the agreement. */
export function Choices({ sale }: { sale: Sale }) {
  const command = useCommands()
  const chosen = choicesOf(sale)
  const choose = (change: Partial<Chosen>) =>
    void command({ type: 'choose', choices: { ...chosen, ...change } })
  return (
    <div className="card px-4 py-2">
      <div role="radiogroup" aria-labelledby="your-copy" className="flex flex-wrap items-center gap-x-6">
        <p id="your-copy" className="font-semibold">
          Your copy
        </p>
        {COPIES.map(([value, label]) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="copy"
              className="size-5 accent-accent"
              checked={chosen.copy === value}
              onChange={() => choose({ copy: value })}
            />
            {label}
          </label>
        ))}
      </div>
      <label className="flex min-h-11 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={chosen.begin_early}
          onChange={(event) => choose({ begin_early: event.target.checked })}
        />
        Please begin before the 14 days are over
      </label>
    </div>
  )
}
