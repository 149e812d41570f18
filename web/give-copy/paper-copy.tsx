import { useRef, useState } from 'react'
import { isPaperNumberOrBlank, PAPER_NUMBER_RULE } from '#domain/copy/paper-number.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'

/** Records that the agent has handed over the paper. `onGive` resolves to whether that was recorded. */
export function PaperCopy({ onGive }: { onGive: (number: string) => Promise<boolean> }) {
  const [number, setNumber] = useState('')
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function give() {
    if (await onGive(number)) return
    setRefused(true)
    field.current?.focus()
  }

  return (
    <form
      noValidate
      className="grid items-start gap-2 border-t border-line pt-3 sm:grid-cols-[1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        void give()
      }}
    >
      <TextField
        label="Number on the paper"
        note="Optional"
        ref={field}
        value={number}
        error={isRefused && !isPaperNumberOrBlank(number) ? PAPER_NUMBER_RULE : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit" look="secondary" className="sm:mt-6">
        Paper given
      </Button>
    </form>
  )
}
