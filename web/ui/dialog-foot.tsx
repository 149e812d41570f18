import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type DialogFootProps = {
  /** What the button says that changes nothing. */
  leave: string
  onLeave: () => void
  /** The button that the dialog is for. */
  children: ReactNode
  /** A rarer button, at the other end. */
  extra?: ReactNode
}

/** The last row of a dialog that asks something. */
export const DialogFoot = ({ leave, onLeave, children, extra }: DialogFootProps) => (
  <div className="flex flex-wrap justify-end gap-2">
    {extra}
    <Button look="secondary" onClick={onLeave}>
      {leave}
    </Button>
    {children}
  </div>
)
