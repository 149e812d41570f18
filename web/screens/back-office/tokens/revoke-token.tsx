import { useState } from 'react'
import type { TokenListed } from '#protocol/people.ts'
import { revokeToken } from '../../../http/tokens.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { toast } from '../../../ui/toast-store.ts'

type RevokeTokenProps = { token: TokenListed; onRevoked: () => void; onClose: () => void }

/** Asks before it revokes a token. */
export function RevokeToken({ token: { id, name }, onRevoked, onClose }: RevokeTokenProps) {
  const [busy, setBusy] = useState(false)

  async function revoke() {
    setBusy(true)
    const revoked = await revokeToken(id)
    setBusy(false)
    if (!revoked.ok) return toast(`Couldn’t revoke: ${revoked.failure.message}`, 'bad')
    onRevoked()
    onClose()
    toast(`Revoked: ${name}`)
  }

  return (
    <Dialog title={`Revoke ${name}?`} onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-y-auto p-5">
        <p>The program that uses it will be refused within seconds. A revoked token can’t be restored.</p>
        <DialogFoot leave="Keep it" onLeave={onClose}>
          <Button busy={busy} onClick={() => void revoke()}>
            Revoke it
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}
