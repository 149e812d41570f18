import { useState } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import { type CopyWay, customerName, type Sale } from '#domain/sale/sale.ts'
import { usePhoneSales } from '../../app-context.ts'
import { CustomersCopy } from '../../give-copy/customers-copy.tsx'
import { toast } from '../../ui/toast-store.ts'
import { NO_SPACE, useSaleActions } from '../use-sale-actions.ts'

/** The customer's copy of an earlier sale, for an agent who moved on before it was given (docs/product 2.10). */
export function CopyOfSale({ opened }: { opened: Sale }) {
  const saleActions = useSaleActions()
  const [sale, setSale] = useState(opened)
  const { sessionId, signing, contract, customer } = sale
  const phoneSale = usePhoneSales().get(sessionId)
  if (!signing || !contract) return null

  async function give(way: CopyWay, number = ''): Promise<boolean> {
    try {
      const recorded = await saleActions.giveCopy(sessionId, { way, at: new Date().toISOString(), number })
      if (recorded.ok) setSale(recorded.value)
      // The field for the number shows its own error.
      else if (recorded.failure.rule !== 'paper-number') toast(recorded.failure.sentence, 'bad')
      return recorded.ok
    } catch {
      toast(NO_SPACE, 'bad')
      return false
    }
  }

  return (
    <div className="flex flex-col gap-2 overflow-y-auto p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <p className="wrap-anywhere">
        {customerName(customer)} · {orderReference(contract.timestamp)}
      </p>
      <CustomersCopy sale={{ ...sale, signing, contract }} phoneSale={phoneSale} onGive={give} />
    </div>
  )
}
