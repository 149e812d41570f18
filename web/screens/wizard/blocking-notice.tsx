import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useApp, useTrouble } from '../../app-context.ts'
import { giveUpMap } from '../../map/give-up-map.ts'
import { downloadUnsaved } from '../../storage/download-sale.ts'
import { Button } from '../../ui/button.tsx'
import { AppIsNewer, StopPage } from '../../ui/no-storage.tsx'
import { keepTabInside, useModal } from '../../ui/use-modal.ts'

/** Covers the screen while nothing can be saved, because anything entered would be lost. */
export function BlockingNotice() {
  const { blocking } = useTrouble()
  if (!blocking) return null
  return <Cover>{blocking === 'full' ? <PhoneIsFull /> : <AppIsNewer />}</Cover>
}

/** Covers any dialog, even one that opens later, and cannot be dismissed. */
function Cover({ children }: { children: ReactNode }) {
  const dialog = useModal()
  useTop(dialog)
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-label="Not saved"
      tabIndex={-1}
      closedby="none"
      // If the browser does not support `closedby`, Escape closes the dialog, so it must open again.
      onClose={({ currentTarget }) => currentTarget.open || currentTarget.showModal()}
      onKeyDown={keepTabInside}
      className="size-full max-h-none max-w-none overflow-y-auto bg-paper outline-none"
    >
      {children}
    </dialog>
  )
}

/** Moves this dialog back on top if one that loads late opens above it and takes the focus. */
function useTop(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const comeBack = ({ target }: FocusEvent) => {
      const own = dialog.current
      if (!own?.open || own.contains(target as Node)) return
      own.close()
      own.showModal()
    }
    document.addEventListener('focusin', comeBack)
    return () => document.removeEventListener('focusin', comeBack)
  }, [dialog])
}

function PhoneIsFull() {
  const { sale, trouble } = useApp()
  const [trying, setTrying] = useState(false)
  useEffect(() => void giveUpMap(), [])

  async function tryAgain() {
    setTrying(true)
    try {
      // If another tab has taken over, this returns what that tab saved.
      await sale.saveAgain()
      trouble.update({ blocking: undefined })
    } catch {
      setTrying(false)
    }
  }

  return (
    <StopPage
      title="Not saved: This phone couldn’t store the sale"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button busy={trying} onClick={() => void tryAgain()}>
            Try again
          </Button>
          <Button look="secondary" onClick={() => downloadUnsaved(sale.get())}>
            Save a copy as a file
          </Button>
        </div>
      }
    >
      Its storage is full or unavailable. Free up some space, then try again. Keep this page open until then:
      what you see isn’t saved yet.
    </StopPage>
  )
}
