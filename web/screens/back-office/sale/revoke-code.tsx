import { useState } from 'react'
import { revokeCode } from '../../../http/customers-copy.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { toast } from '../../../ui/toast-store.ts'

export type CodeDialogProps = { sessionId: string; onChange: () => void; onClose: () => void }

/** Asks before it revokes the customer's code. */
export function RevokeCode({ sessionId, onChange, onClose }: CodeDialogProps) {
  const [busy, setBusy] = useState(false)

  async function revoke() {
    setBusy(true)
    const revoked = await revokeCode(sessionId)
    setBusy(false)
    onChange()
    if (!revoked.ok) return toast(`Couldn’t revoke: ${revoked.failure.message}`, 'bad')
    onClose()
    toast('Code revoked: Renew it if the customer still needs one')
  }

  return (
    <Dialog title="Revoke the customer’s code?" onClose={onClose}>
      <div className="flex flex-col gap-4 p-5">
        <p>
          It stops opening the copy at once, for the customer too. If they still need it, renew the code
          afterwards and give them the new one.
        </p>
        <DialogFoot leave="Keep it" onLeave={onClose}>
          <Button busy={busy} onClick={() => void revoke()}>
            Revoke it
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}
