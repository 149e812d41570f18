import { type ComponentProps, type KeyboardEvent, useId } from 'react'

type TextAreaProps = {
  label: string
  /** The error of the field. */
  error?: string | undefined
} & ComponentProps<'textarea'>

/** A labelled text of two lines, or more if it needs them. Enter submits its form, as in a single-line field. */
export function TextArea({ label, error, ...text }: TextAreaProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        className={`field field-sizing-content block min-h-17 resize-none py-2.5 ${error ? 'border-danger' : ''}`}
        aria-describedby={error && `${id}-error`}
        aria-invalid={error ? true : undefined}
        onKeyDown={submitOnEnter}
        {...text}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const { form } = event.currentTarget
  const isAllowed = !form?.querySelector('[type=submit]:is(:disabled, [aria-disabled])')
  if (isAllowed) form?.requestSubmit()
}
