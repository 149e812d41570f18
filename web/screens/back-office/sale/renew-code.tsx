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
import { dismissAnswered } from '../../dismiss-answered.ts'
import { londonDay } from './london-moment.ts'
import type { CodeDialogProps } from './revoke-code.tsx'

const REPLACES = {
  title: 'Renew the customer’s code?',
  words: 'A new code replaces the customer’s code, which then stops opening the copy.',
  leave: 'Keep the old one',
}
const OLD_HAS_ENDED = {
  title: 'Make a new code?',
  words: 'The customer’s code no longer opens the copy. A new one does, once you have given it to them.',
  leave: 'Not now',
}

/**
 * Asks before it replaces the customer's code, then shows the new one, which cannot be shown again. `isValid`: the code
 * that the customer has still opens the copy.
 */
export function RenewCode({ sessionId, isValid, onChange, onClose }: CodeDialogProps & { isValid: boolean }) {
  const [busy, setBusy] = useState(false)
  const [renewed, setRenewed] = useState<CopyCode>()

  async function renew() {
    setBusy(true)
    const answer = await renewCode(sessionId)
    setBusy(false)
    onChange()
    if (answer.ok) {
      dismissAnswered()
      setRenewed(answer.value)
    } else toast(`Couldn’t renew: ${answer.failure.message}`, 'bad')
  }

  const { title, words, leave } = isValid ? REPLACES : OLD_HAS_ENDED
  return (
    <Dialog title={renewed ? 'The new code' : title} onClose={onClose}>
      {renewed ? (
        <NewCode renewed={renewed} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-4 p-5">
          <p>{words}</p>
          <DialogFoot leave={leave} onLeave={onClose}>
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
        <strong className="font-semibold">It is shown only once.</strong> Let the customer scan it, or send
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
