import { type ReactNode, useState } from 'react'
import { NEXT_STEPS } from '#domain/contract/terms.ts'
import { customerName, type Sale } from '#domain/sale/sale.ts'
import { sessionIdFrom } from '#domain/sale/session-id.ts'
import { useApp, usePhoneSales, useSale } from '../../../../app-context.ts'
import { CustomersCopy } from '../../../../give-copy/customers-copy.tsx'
import { Address } from '../../../../ui/address.tsx'
import { useBackKey } from '../../../../ui/back-key.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { useSaleActions } from '../../../use-sale-actions.ts'
import { OrderSummary } from '../../order-summary.tsx'
import { StepLayout } from '../../step-layout.tsx'
import { useCommands } from '../../use-commands.ts'
import { StepHeading } from '../../wizard-frame.tsx'
import { OrderPanel } from './order-panel.tsx'

/** Step 5: the order with its reference, the next steps, and who bought what. */
export function SubmitStep({ onOpenTracker }: { onOpenTracker: () => void }) {
  const sale = useSale()
  const { lists } = useApp()
  const saleActions = useSaleActions()
  const phoneSale = usePhoneSales().get(sale.sessionId)
  const command = useCommands()
  const { contract, signing } = sale
  useBackOnce()
  if (!contract) return null

  /**
   * Starts a new sale at another door, so its list begins without the search for this one. The view is reset first:
   * step 1 shows before the sale is saved, and must not change once the agent can type or tap.
   */
  function startNewSale() {
    lists.shown.showView({ ...lists.shown.leads.view, search: '' })
    void command({ type: 'start-new-sale', sessionId: sessionIdFrom(Date.now(), Math.random()) })
  }

  return (
    <StepLayout actions={<Button onClick={startNewSale}>Start New Sale</Button>}>
      <StepHeading step={5} />
      <OrderPanel
        sale={{ ...sale, contract }}
        phoneSale={phoneSale}
        onShow={onOpenTracker}
        onRetry={() => void saleActions.retry(sale.sessionId)}
      />
      {signing && (
        <CustomersCopy
          sale={{ ...sale, contract, signing }}
          phoneSale={phoneSale}
          onGive={(way, number = '') =>
            command({ type: 'give-copy', way, at: new Date().toISOString(), number })
          }
        />
      )}
      <NextSteps />
      <div className="grid grid-cols-1 gap-2 md:grid-cols-2 md:sideways:grid-cols-1">
        <CustomerSummary sale={sale} />
        <div className="card p-4">
          <OrderSummary sale={sale} />
        </div>
      </div>
    </StepLayout>
  )
}

/** Makes the first Back only warn: Back leaves the app from here, and offline the agent may not get in again. */
function useBackOnce() {
  const [isWarned, setWarned] = useState(false)
  useBackKey(
    () => {
      toast('This order is safe: Press Back again to leave Doorstep')
      setWarned(true)
    },
    isWarned ? 0 : 1,
  )
}

const NextSteps = () => (
  <section aria-label="Next steps" className="card p-4">
    <h2 className="text-sm text-muted">Next steps</h2>
    <ol className="mt-2 flex flex-col gap-2">
      {NEXT_STEPS.map((step, index) => (
        <Numbered key={step} number={index + 1}>
          {step}
        </Numbered>
      ))}
    </ol>
  </section>
)

const Numbered = ({ number, children }: { number: number; children: ReactNode }) => (
  <li className="flex gap-3">
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
    >
      {number}
    </span>
    {children}
  </li>
)

function CustomerSummary({ sale }: { sale: Sale }) {
  const { customer, customerLocation } = sale
  return (
    <section aria-label="Customer" className="card p-4 wrap-anywhere">
      <h2 className="text-sm text-muted">Customer</h2>
      <p className="font-semibold">{customerName(customer)}</p>
      <p>
        <Address>{customerLocation?.address}</Address>
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <span>{customer.email.trim()}</span>
        <span className="whitespace-nowrap">{customer.phone.trim()}</span>
      </p>
    </section>
  )
}
