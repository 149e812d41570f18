import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useApp, useTrouble } from '../../app-context.ts'
import { downloadUnsaved } from '../../storage/download-sale.ts'
import { Button } from '../../ui/button.tsx'
import { AppIsNewer, StopPage } from '../../ui/no-storage.tsx'
import { goRound, useModal } from '../../ui/use-modal.ts'

/** Covers everything while nothing can be saved, so that nobody enters what would be lost. */
export function BlockingNotice() {
  const { blocking } = useTrouble()
  if (!blocking) return null
  return <Cover>{blocking === 'full' ? <PhoneIsFull /> : <AppIsNewer />}</Cover>
}

/** Over any dialog that is open or opens later, and closed by nobody. */
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
      // By a browser that does not know that word yet.
      onClose={({ currentTarget }) => currentTarget.open || currentTarget.showModal()}
      onKeyDown={goRound}
      className="size-full max-h-none max-w-none overflow-y-auto bg-paper outline-none"
    >
      {children}
    </dialog>
  )
}

/** A dialog whose part of the app comes late would open over this one; it shows by taking the focus. */
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

  async function tryAgain() {
    setTrying(true)
    try {
      // If another tab has taken over, this one shows what that tab has saved.
      await sale.saveAgain()
      trouble.update({ blocking: undefined })
    } catch {
      setTrying(false)
    }
  }

  return (
    <StopPage
      title="Not saved: This phone could not store the sale"
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
      Its storage is full or closed to us. Free some space, then try again: what you see is still here, but
      only as long as this page stays open.
    </StopPage>
  )
}
