import { memo, type ReactNode, useState } from 'react'
import { formatPounds } from '#domain/kernel/money.ts'
import { onFirstUse } from '#domain/kernel/on-first-use.ts'
import type { SaleDeliveries } from '#protocol/back-office.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { useApp, usePhoneSales } from '../../app-context.ts'
import { Address } from '../../ui/address.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { toast } from '../../ui/toast-store.ts'
import { SaleTicks } from './sale-ticks.tsx'
import { type Tick, ticksOf } from './ticks.ts'
import { useRetries } from './use-retries.ts'

const date = onFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }),
)

type CardProps = {
  opportunity: OpportunityListed
  deliveries: SaleDeliveries | undefined
  onRetried: () => void
  onEdit: (sessionId: string) => void
}

/** A sale with its status, its package and its four ticks. */
export const OpportunityCard = memo((card: CardProps) => {
  const { opportunity } = card
  const { customer_location, service_package_name, total_value, status, created_at } = opportunity
  const customerName = opportunity.customer_name?.trim()
  const title = customerName || customer_location || 'New sale'
  return (
    <article className="card px-4 py-3">
      <div className="flex items-start justify-between gap-x-3 max-[15rem]:flex-wrap">
        <h3 className="line-clamp-3 min-w-0 max-[15rem]:basis-full font-semibold wrap-anywhere" title={title}>
          <Address>{title}</Address>
        </h3>
        <StatusMark status={status} />
      </div>
      {customerName && (
        <p className="line-clamp-3 text-sm text-muted wrap-anywhere" title={customer_location ?? undefined}>
          <Address>{customer_location}</Address>
        </p>
      )}
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="text-muted">
          {service_package_name ?? 'No package yet'} · {date().format(new Date(created_at))}
        </span>
        {total_value !== null && <strong className="ml-auto">{formatPounds(total_value)}</strong>}
      </p>
      <Arrivals {...card} />
    </article>
  )
})

function Arrivals({ opportunity, deliveries, onRetried, onEdit }: CardProps) {
  const { saleActions } = useApp()
  const { session_id: sessionId } = opportunity
  const phone = usePhoneSales().get(sessionId)
  const retryAt = useRetries(opportunity, phone)
  const [busy, setBusy] = useState(false)

  async function exportSale() {
    try {
      await saleActions.download(sessionId)
    } catch {
      toast('Not exported: This phone couldn’t open the sale. Try again', 'bad')
    }
  }

  async function retry({ place }: Tick) {
    setBusy(true)
    await retryAt[place]()
    setBusy(false)
    onRetried()
  }

  return (
    <SaleTicks
      ticks={ticksOf({ row: opportunity, phone, deliveries })}
      actionsOf={(tick) =>
        tick.canRetry && (
          <>
            {tick.place === 'server' && tick.state === 'bad' && (
              <>
                <TickButton onClick={() => onEdit(sessionId)}>Edit</TickButton>
                <TickButton onClick={() => void exportSale()}>Export</TickButton>
              </>
            )}
            <TickButton disabled={busy} onClick={() => void retry(tick)}>
              Retry
            </TickButton>
          </>
        )
      }
    />
  )
}

type TickButtonProps = { onClick: () => void; disabled?: boolean; children: ReactNode }

const TickButton = (props: TickButtonProps) => (
  <button
    type="button"
    className="min-h-11 rounded-lg px-3 font-semibold text-accent hover:bg-accent-soft disabled:opacity-55"
    {...props}
  />
)
