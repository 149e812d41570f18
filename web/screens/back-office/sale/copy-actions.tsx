import { useState } from 'react'
import type { CopyState } from '#domain/copy/copy-state.ts'
import { sendCopyAgain } from '../../../http/customers-copy.ts'
import type { WholeRecord } from '../../../http/sale-record.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useMay } from '../account/account.ts'
import { RenewCode } from './renew-code.tsx'
import { RevokeCode } from './revoke-code.tsx'

/** The states in which a copy can be mailed by hand. A copy that is `sent` is already on its way. */
const MAILABLE: readonly CopyState['state'][] = ['accepted', 'refused', 'not-mailed']

type CopyActionsProps = { record: WholeRecord; onChange: () => void }

/**
 * Buttons that mail the copy again, and that revoke or renew the customer's code. Hidden from people who may not do
 * this.
 */
export function CopyActions({ record, onChange }: CopyActionsProps) {
  const { sale, copy_state, evidence } = record
  const [asked, setAsked] = useState<'revoke' | 'renew'>()
  const mayAct = useMay('write-office')
  if (!evidence || !mayAct) return null
  const isValid = new Date(evidence.code_expires_at) > new Date()
  const dialog = { sessionId: sale.session_id, onChange, onClose: () => setAsked(undefined) }
  return (
    <div className="flex flex-wrap gap-2">
      {copy_state && MAILABLE.includes(copy_state.state) && (
        <SendAgain sessionId={sale.session_id} onChange={onChange} />
      )}
      {isValid && (
        <Button look="secondary" onClick={() => setAsked('revoke')}>
          Revoke code
        </Button>
      )}
      <Button look="secondary" onClick={() => setAsked('renew')}>
        Renew code
      </Button>
      {asked === 'revoke' && <RevokeCode {...dialog} />}
      {asked === 'renew' && <RenewCode {...dialog} isValid={isValid} />}
    </div>
  )
}

function SendAgain({ sessionId, onChange }: { sessionId: string; onChange: () => void }) {
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    const sent = await sendCopyAgain(sessionId)
    setBusy(false)
    if (sent.ok) toast('Queued to be emailed now')
    else toast(`Couldn’t send: ${sent.failure.message}`, 'bad')
    onChange()
  }

  return (
    <Button look="secondary" busy={busy} onClick={() => void send()}>
      Send again
    </Button>
  )
}
