import { type ComponentProps, type ReactNode, useId } from 'react'

type LabelProps = { label: string; hint?: ReactNode; compact?: boolean }

/** A labelled text input. Screen readers read the hint with it. */
export function TextField({ label, hint, compact, ...input }: LabelProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={compact ? 'sr-only' : 'mb-1 block text-sm text-muted'}>
        {label}
      </label>
      <input id={id} className="field" aria-describedby={hint ? `${id}-hint` : undefined} {...input} />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** A labelled native select. */
export function SelectField({ label, children, ...select }: LabelProps & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      <select id={id} className="field" {...select}>
        {children}
      </select>
    </div>
  )
}
