import { useState } from 'react'
import type { OpportunityListed } from '#protocol/tables.ts'
import { usePhoneSales, useSale } from '../../app-context.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useSaleActions } from '../use-sale-actions.ts'

const NOT_OPENED = {
  'taken-over': 'Not opened: Another tab is making a sale. Take over or close that tab, then try again',
  gone: 'Not opened: This phone doesn’t have the sale any more',
}

type ContinueSaleProps = { opportunity: OpportunityListed; onContinued: () => void }

/** A button that resumes an unfinished sale of this phone. Sales of colleagues and closed sales can only be read. */
export function ContinueSale({ opportunity, onContinued }: ContinueSaleProps) {
  const saleActions = useSaleActions()
  const { session_id: sessionId, status } = opportunity
  const isOnScreen = useSale().sessionId === sessionId
  const isResumable = usePhoneSales().get(sessionId)?.resumable ?? false
  const [busy, setBusy] = useState(false)
  const isUnfinished = status === 'open' || status === 'qualified'
  if (!isResumable || !isUnfinished || isOnScreen) return null

  async function resume() {
    setBusy(true)
    try {
      const result = await saleActions.resume(sessionId)
      if (result.ok) return onContinued()
      toast(NOT_OPENED[result.failure], 'bad')
    } catch {
      toast('Not opened: This phone couldn’t open the sale. Try again', 'bad')
    }
    setBusy(false)
  }

  return (
    <Button look="secondary" className="mb-2 self-start" busy={busy} onClick={() => void resume()}>
      Continue this sale
    </Button>
  )
}
