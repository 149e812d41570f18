import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type DialogFootProps = {
  /** The text of the button that changes nothing. */
  leave: string
  onLeave: () => void
  /** The main button of the dialog. */
  children: ReactNode
  /** A rarely used button, at the other end. */
  extra?: ReactNode
}

/** The last row of a dialog that asks a question. */
export const DialogFoot = ({ leave, onLeave, children, extra }: DialogFootProps) => (
  <div className="flex flex-wrap justify-end gap-2">
    {extra}
    <Button look="secondary" onClick={onLeave}>
      {leave}
    </Button>
    {children}
  </div>
)
