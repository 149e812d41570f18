import { useState } from 'react'
import type { CopyState } from '#domain/copy/copy-state.ts'
import { sendCopyAgain } from '../../../http/customers-copy.ts'
import type { WholeRecord } from '../../../http/sale-record.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useMay } from '../account/account.ts'
import { RenewCode } from './renew-code.tsx'
import { RevokeCode } from './revoke-code.tsx'

/** States of a copy that can be mailed by hand; one that is `sent` is on its way already. */
const MAILABLE: readonly CopyState['state'][] = ['accepted', 'refused', 'not-mailed']

type CopyActionsProps = { record: WholeRecord; onChange: () => void }

/** Mails the copy again, and ends or replaces the customer's code; nothing for those who may not. */
export function CopyActions({ record, onChange }: CopyActionsProps) {
  const { sale, copy_state, evidence } = record
  const [asked, setAsked] = useState<'revoke' | 'renew'>()
  const mayAct = useMay('write-office')
  if (!evidence || !mayAct) return null
  const dialog = { sessionId: sale.session_id, onChange, onClose: () => setAsked(undefined) }
  return (
    <div className="flex flex-wrap gap-2">
      {copy_state && MAILABLE.includes(copy_state.state) && (
        <SendAgain sessionId={sale.session_id} onChange={onChange} />
      )}
      {new Date(evidence.code_expires_at) > new Date() && (
        <Button look="secondary" onClick={() => setAsked('revoke')}>
          Revoke code
        </Button>
      )}
      <Button look="secondary" onClick={() => setAsked('renew')}>
        Renew code
      </Button>
      {asked === 'revoke' && <RevokeCode {...dialog} />}
      {asked === 'renew' && <RenewCode {...dialog} />}
    </div>
  )
}

function SendAgain({ sessionId, onChange }: { sessionId: string; onChange: () => void }) {
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    const sent = await sendCopyAgain(sessionId)
    setBusy(false)
    if (sent.ok) toast('Queued to be mailed now')
    else toast(`Couldn’t send: ${sent.failure.message}`, 'bad')
    onChange()
  }

  return (
    <Button look="secondary" busy={busy} onClick={() => void send()}>
      Send again
    </Button>
  )
}
