import { useState } from 'react'
import type { CopyCode } from '#protocol/back-office.ts'
import { COPY_PAGE } from '#protocol/copy.ts'
import { renewCode } from '../../../http/customers-copy.ts'
import { settings } from '../../../settings.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyCode as Code } from '../../../ui/copy-code.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { londonDay } from './london-moment.ts'
import type { CodeDialogProps } from './revoke-code.tsx'

/** Asks before it replaces the customer's code, then shows the new one, which cannot be shown again. */
export function RenewCode({ sessionId, onChange, onClose }: CodeDialogProps) {
  const [busy, setBusy] = useState(false)
  const [renewed, setRenewed] = useState<CopyCode>()

  async function renew() {
    setBusy(true)
    const answer = await renewCode(sessionId)
    setBusy(false)
    onChange()
    if (answer.ok) setRenewed(answer.value)
    else toast(`Couldn’t renew: ${answer.failure.message}`, 'bad')
  }

  return (
    <Dialog title={renewed ? 'The new code' : 'Renew the customer’s code?'} onClose={onClose}>
      {renewed ? (
        <NewCode renewed={renewed} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-4 p-5">
          <p>A new code replaces the one that the customer has, which then stops opening the copy.</p>
          <DialogFoot leave="Keep the old one" onLeave={onClose}>
            <Button busy={busy} onClick={() => void renew()}>
              Make a new code
            </Button>
          </DialogFoot>
        </div>
      )}
    </Dialog>
  )
}

function NewCode({ renewed, onClose }: { renewed: CopyCode; onClose: () => void }) {
  const address = `${settings.publicUrl ?? location.origin}${COPY_PAGE}#${renewed.code}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast('Copied: the link to the customer’s copy')
    } catch {
      toast('Couldn’t copy: select the link and copy it yourself', 'bad')
    }
  }

  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-5">
      <p>
        <strong className="font-semibold">It is shown only now.</strong> Let the customer scan it, or send
        them the link. It is valid until {londonDay(renewed.expires_at)}.
      </p>
      <div className="size-56 self-center">
        <Code address={address} />
      </div>
      <p className="font-mono text-xs wrap-anywhere">{address}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="secondary" onClick={() => void copy()}>
          Copy the link
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}
