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
  /** Returns what is wrong with a field, or undefined if it can be sent. */
  faultOf: (field: Field) => string | undefined
  onSend: () => Promise<Answered<unknown>>
  onChange: () => void
}

/**
 * A form that corrects a delivery and queues it again. If a field is wrong, it says so and receives the focus. If the
 * server refuses, its reason shows above the button.
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
