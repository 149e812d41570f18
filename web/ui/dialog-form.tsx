import type { ReactNode, RefObject } from 'react'
import { takeFocus } from './take-focus.ts'

type DialogFormProps = {
  /** Given by a form that checks its own fields, to focus the first fault; otherwise the browser checks them. */
  form?: RefObject<HTMLFormElement | null>
  onSubmit: () => unknown
  children: ReactNode
}

/** A form that fills a dialog, with `DialogFoot` at its end. Its first field takes the focus when the dialog opens. */
export const DialogForm = ({ form, onSubmit, children }: DialogFormProps) => (
  <form
    ref={(element) => {
      if (form) form.current = element
      takeFocus(element?.querySelector('input, select, textarea') ?? null)
    }}
    noValidate={form !== undefined}
    className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5"
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
  </form>
)
