import { sessionIdFrom } from '#domain/sale/session-id.ts'
import { useApp } from '../../app-context.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useSaleActions } from '../use-sale-actions.ts'
import { useCommands } from './use-commands.ts'

/**
 * For a customer who says no: starts a new sale at step 1. The sale that is left stays on this phone with everything
 * that was entered, and can be continued from the tracker. The button is at the end of the step, away from the main
 * actions.
 */
export function LeaveSale() {
  const { sale } = useApp()
  const saleActions = useSaleActions()
  const command = useCommands()

  async function resume(sessionId: string) {
    const result = await saleActions.resume(sessionId).catch(() => undefined)
    if (!result?.ok) toast('Not opened: Continue the sale in My Opportunities', 'bad')
  }

  async function leave() {
    const { sessionId } = sale.get()
    const isLeft = await command({
      type: 'start-new-sale',
      sessionId: sessionIdFrom(Date.now(), Math.random()),
    })
    if (isLeft)
      toast('Sale left: You can continue it in My Opportunities', 'good', {
        name: 'Undo',
        run: () => void resume(sessionId),
      })
  }

  return (
    <Button look="quiet" className="mt-2 self-center" onClick={() => void leave()}>
      Leave this sale
    </Button>
  )
}
