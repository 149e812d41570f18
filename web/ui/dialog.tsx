import { ChevronLeft, X } from 'lucide'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useBackKey } from './back-key.ts'
import { Icon } from './icon.tsx'
import { ignoreSecondTap } from './ignore-second-tap.ts'
import { ToastRegion } from './toasts.tsx'
import { keepTabInside, useModal } from './use-modal.ts'

/** A tap outside the dialog within this time of opening is the second of a double tap. */
const SECOND_TAP_MS = 500

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  /**
   * Full height, for a place such as the tracker, and on a desktop a sheet from the right; otherwise the dialog asks a
   * question.
   */
  sheet?: boolean
  /** Returns to what the dialog showed before. Escape then does so too. */
  onBack?: (() => void) | undefined
  /** A control beside Close. */
  extra?: ReactNode
}

/**
 * Returns whether the browser supports `closedby`. If not (Safari), we must handle a tap outside the dialog ourselves.
 */
const closesOnTapOutside = () => 'closedBy' in HTMLDialogElement.prototype

/** Returns whether a click hit the backdrop. Its target is the dialog too, so only the position differs. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isWithin = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isWithin
}

/**
 * The platform's modal dialog, open while it is mounted. It closes on Escape, keeps Tab inside and returns the focus.
 * Toasts show inside it while it is open, because everything outside is inert.
 */
export function Dialog({ title, onClose, onBack, extra, children, sheet = false }: DialogProps) {
  const dialog = useModal()
  useBackKey(() => dialog.current?.close())
  const titleId = useId()
  const settled = useSettled()
  const beganOutside = useRef(false)
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      // React also calls this when a dialog inside this one closes.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      onClickCapture={ignoreSecondTap}
      onKeyDown={(event) => {
        keepTabInside(event)
        if (event.key !== 'Escape' || !onBack) return
        event.preventDefault()
        onBack()
      }}
      onPointerDown={(event) => {
        beganOutside.current = isOutside(event)
      }}
      onClick={(event) => {
        const isTapOutside = beganOutside.current && isOutside(event)
        if (settled && isTapOutside && !closesOnTapOutside()) dialog.current?.close()
      }}
      closedby={settled ? 'any' : 'closerequest'}
      aria-labelledby={titleId}
      className={`m-0 mt-auto arriving outline-none flex max-h-[92dvh] w-full max-w-none flex-col overflow-hidden rounded-t-3xl border border-line bg-paper lifted backdrop:bg-black/50 ${sheet ? SHEET : 'sm:m-auto sm:w-[min(30rem,94vw)] sm:rounded-3xl'}`}
    >
      <header className="dialog-head">
        {onBack && (
          <button
            type="button"
            aria-label="Back to the list"
            className="round-button -mr-2 -ml-3 hover:bg-sunken"
            onClick={onBack}
          >
            <Icon of={ChevronLeft} size={20} />
          </button>
        )}
        <h2 id={titleId} className="dialog-title">
          {title}
        </h2>
        {extra}
        <button
          type="button"
          aria-label="Close"
          className="round-button hover:bg-sunken"
          onClick={() => dialog.current?.close()}
        >
          <Icon of={X} size={20} />
        </button>
      </header>
      <ToastRegion place="dialog" />
      {children}
    </dialog>
  )
}

/** Returns false until a double tap that opened the dialog is over. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SECOND_TAP_MS)
    return () => clearTimeout(timer)
  }, [])
  return settled
}

const SHEET =
  'h-[92dvh] sm:m-auto sm:h-[min(46rem,92dvh)] sm:w-[min(44rem,94vw)] sm:rounded-3xl lg:m-0 lg:ml-auto lg:h-dvh lg:max-h-dvh lg:w-140 lg:rounded-none lg:backdrop:bg-black/25'
