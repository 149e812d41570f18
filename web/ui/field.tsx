import { type ComponentProps, type ReactNode, useId } from 'react'

type TextFieldProps = {
  label: string
  /** Help with filling in the field. */
  hint?: ReactNode
  /** The error of the field; it replaces the hint. */
  error?: string | undefined
  /** A note on the value, opposite the label. */
  note?: string | undefined
  /** Shows the label to screen readers only. */
  compact?: boolean
}

/** A labelled text input; hint and error are read with it. */
export function TextField({
  label,
  hint,
  error,
  note,
  compact,
  ...input
}: TextFieldProps & ComponentProps<'input'>) {
  const id = useId()
  const help = error ?? hint
  return (
    <div className="min-w-0">
      <div className={compact ? 'sr-only' : 'field-head'}>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {note && (
          <span id={`${id}-note`} className="text-muted">
            {note}
          </span>
        )}
      </div>
      <input
        id={id}
        className={`field ${error ? 'border-danger' : ''}`}
        aria-describedby={[note && `${id}-note`, help && `${id}-help`].filter(Boolean).join(' ') || undefined}
        aria-invalid={error ? true : undefined}
        {...input}
      />
      {help && (
        <p id={`${id}-help`} className={`mt-1 text-sm ${error ? 'font-semibold text-danger' : 'text-muted'}`}>
          {help}
        </p>
      )}
    </div>
  )
}

/** A labelled native select. The label is inside it, above the choice. */
export function SelectField({ label, children, ...select }: { label: string } & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className="relative min-w-0">
      <label htmlFor={id} className="select-label">
        {label}
      </label>
      <select id={id} className="field h-12 pt-3.5" {...select}>
        {children}
      </select>
    </div>
  )
}
