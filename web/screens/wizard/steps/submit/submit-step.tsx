import { Copy } from 'lucide'
import { orderReference } from '#domain/contract/order-reference.ts'
import { NEXT_STEPS } from '#domain/contract/terms.ts'
import { customerName, type Sale } from '#domain/sale/sale.ts'
import { sessionIdFrom } from '#domain/sale/session-id.ts'
import { useApp, usePhoneSales, useSale } from '../../../../app-context.ts'
import { Address } from '../../../../ui/address.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { OrderSummary } from '../../order-summary.tsx'
import { StepLayout } from '../../step-layout.tsx'
import { useCommands } from '../../use-commands.ts'
import { StepHeading } from '../../wizard-frame.tsx'
import { SubmitState } from './submit-state.tsx'

/** Step 5: the confirmation and the next steps. */
export function SubmitStep() {
  const sale = useSale()
  const { saleActions } = useApp()
  const phoneSale = usePhoneSales().get(sale.sessionId)
  const command = useCommands()
  if (!sale.contract) return null
  const reference = orderReference(sale.contract.timestamp)

  async function copyReference() {
    try {
      await navigator.clipboard.writeText(reference)
      toast(`Copied: ${reference}`)
    } catch {
      toast(`Couldn’t copy: The order reference is ${reference}`, 'bad')
    }
  }

  function startNewSale() {
    void command({ type: 'start-new-sale', sessionId: sessionIdFrom(Date.now(), Math.random()) })
  }

  return (
    <StepLayout
      summary={<OrderSummary sale={sale} />}
      actions={<Button onClick={startNewSale}>Start New Sale</Button>}
    >
      <StepHeading step={5} />
      <SubmitState phoneSale={phoneSale} onRetry={() => void saleActions.retry(sale.sessionId)} />
      <section className="card flex flex-wrap items-center justify-between gap-3 py-3 pr-3 pl-4">
        <div>
          <h2 className="text-sm text-muted">Order reference</h2>
          <p className="text-2xl font-semibold tracking-wide">{reference}</p>
        </div>
        <Button look="secondary" onClick={() => void copyReference()} aria-label="Copy order reference">
          <Icon of={Copy} size={18} />
          Copy
        </Button>
      </section>
      <CustomerSummary sale={sale} />
      <section className="card p-4">
        <h2 className="text-sm text-muted">Next steps</h2>
        <ol className="mt-2 flex flex-col gap-2">
          {NEXT_STEPS.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
              >
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
    </StepLayout>
  )
}

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
