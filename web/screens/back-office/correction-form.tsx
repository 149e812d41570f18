import { useRef, useState } from 'react'
import type { Answered } from '../../http/ask.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast-store.ts'

export type CorrectionField<Field extends string> = {
  field: Field
  label: string
  type: 'text' | 'email' | 'tel' | 'number'
}

type CorrectionFormProps<Field extends string> = {
  name: string
  fields: readonly CorrectionField<Field>[]
  values: Record<Field, string | number | null>
  onEnter: (field: Field, text: string) => void
  /** What is wrong with a field as it is entered; nothing when it can be sent. */
  faultOf: (field: Field) => string | undefined
  /** Sends what was entered. */
  onSend: () => Promise<Answered<unknown>>
  onChange: () => void
}

/**
 * Fields of a delivery to correct, sent and queued again. A field that cannot be sent says so and has the focus; what
 * the server objects to stands above the button.
 */
export function CorrectionForm<Field extends string>(props: CorrectionFormProps<Field>) {
  const { name, fields, values, onEnter, faultOf, onSend, onChange } = props
  const [busy, setBusy] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const [objection, setObjection] = useState<string>()
  const inputs = useRef(new Map<Field, HTMLInputElement | null>())

  async function send() {
    const faulty = fields.find(({ field }) => faultOf(field))
    setIsChecked(true)
    setObjection(undefined)
    if (faulty) return inputs.current.get(faulty.field)?.focus()
    setBusy(true)
    const sent = await onSend()
    setBusy(false)
    if (sent.ok) toast('Corrected and queued to be sent now')
    else setObjection(sent.failure.message)
    onChange()
  }

  return (
    <form
      noValidate
      aria-label={name}
      className="flex flex-col gap-3 rounded-lg border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h4 className="font-semibold">{name}</h4>
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map(({ field, ...input }) => {
          const fault = isChecked ? faultOf(field) : undefined
          return (
            <TextField
              key={field}
              {...input}
              ref={(element) => void inputs.current.set(field, element)}
              autoComplete="off"
              aria-invalid={fault !== undefined}
              hint={fault && <span className="text-danger">{fault}</span>}
              value={values[field] ?? ''}
              onChange={(event) => onEnter(field, event.target.value)}
            />
          )
        })}
      </div>
      {objection && (
        <p role="alert" className="text-danger wrap-anywhere">
          {objection}
        </p>
      )}
      <Button type="submit" busy={busy} className="self-start">
        Save and retry
      </Button>
    </form>
  )
}
