import { type ComponentProps, type ReactNode, useId } from 'react'

type TextFieldProps = {
  label: string
  /** What helps to fill the field. */
  hint?: ReactNode
  /** What is wrong with the field; it takes the hint's place. */
  error?: string | undefined
  /** A word about the value, opposite the label. */
  note?: string | undefined
  /** Leaves the label to screen readers. */
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

/** A labelled native select. The label lies within it, above the choice. */
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
