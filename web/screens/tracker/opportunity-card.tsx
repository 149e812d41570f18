import { memo, type ReactNode, useState } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import { formatPounds } from '#domain/kernel/money.ts'
import { plateOf } from '#domain/lead/plate.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { useLists, usePhoneSales, useSale } from '../../app-context.ts'
import { isAheadOfList, useHindrance } from '../../hindrance.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { formatLondonTime } from '../../ui/london-time.ts'
import { Plate } from '../../ui/plate.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useSaleActions } from '../use-sale-actions.ts'
import { type Answer, currentDeliveries } from './answer.ts'
import { canCancelUntil } from './can-cancel.ts'
import { ContinueSale } from './continue-sale.tsx'
import { SaleTicks } from './sale-ticks.tsx'
import { type Tick, ticksOf } from './ticks.ts'
import { useRetries } from './use-retries.ts'

/** A part of a sale that can be opened in place of the list. */
export type SalePart = 'customer' | 'copy'
export type OpenSale = (sessionId: string, part: SalePart) => void

type CardProps = {
  opportunity: OpportunityListed
  answer: Answer | undefined
  onRetried: () => void
  onOpen: OpenSale
  onContinued: () => void
}

/** A sale: the customer, the price, the door, the status, and where it has arrived. A tap opens the rest. */
export const OpportunityCard = memo((card: CardProps) => {
  const { customer_location, customer_name, total_value, status } = card.opportunity
  const plate = plateOf(customer_location ?? '')
  const isWon = status === 'closed-won'
  return (
    <article className="flex gap-3 border-b border-line pt-2.5 pb-0.5 tiny:gap-1.5">
      <Plate number={plate?.number} look={isWon ? 'won' : 'plain'} />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-baseline justify-between gap-x-3 tiny:flex-wrap">
          <Title>{customer_name?.trim() || customer_location || 'New sale'}</Title>
          {total_value !== null && (
            <strong className="figure shrink-0 tiny:shrink tiny:wrap-anywhere">
              {formatPounds(total_value)}
            </strong>
          )}
        </div>
        {customer_name?.trim() && (
          <p className="line-clamp-1 text-sm text-muted wrap-anywhere">{customer_location}</p>
        )}
        <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm text-muted">
          <StatusMark status={status} />
          <When {...card.opportunity} />
        </p>
        {card.answer?.deliveries.cancelled_at && <Cancelled at={card.answer.deliveries.cancelled_at} />}
        <Arrivals {...card} />
        <ContinueSale opportunity={card.opportunity} onContinued={card.onContinued} />
      </div>
    </article>
  )
})

const Title = ({ children: title }: { children: string }) => (
  <h3 className="line-clamp-3 min-w-0 font-semibold wrap-anywhere tiny:basis-full" title={title}>
    <Address>{title}</Address>
  </h3>
)

const Cancelled = ({ at }: { at: string }) => (
  <p className="text-sm font-semibold text-danger">Cancelled by the customer, {formatLondonTime(at)}</p>
)

/**
 * When the sale was started. A won sale instead has the reference that its customer can quote, and the time of the
 * signature.
 */
function When({ status, contract_timestamp, created_at }: OpportunityListed) {
  if (status !== 'closed-won' || contract_timestamp === null)
    return <span>started {formatLondonTime(created_at)}</span>
  return (
    <>
      <span className="font-semibold text-ink">{orderReference(contract_timestamp)}</span>
      <span>{formatLondonTime(contract_timestamp)}</span>
    </>
  )
}

function Terms({ opportunity, answer }: Pick<CardProps, 'opportunity' | 'answer'>) {
  const deliveries = answer?.deliveries
  const canCancel = canCancelUntil({ row: opportunity, deliveries })
  const { customer_name, customer_location, service_package_name, service_speed, total_value } = opportunity
  return (
    <div className="text-sm wrap-anywhere">
      {customer_name?.trim() && (
        <p className="line-clamp-3">
          <Address>{customer_location}</Address>
        </p>
      )}
      <p>{[service_package_name ?? 'No package yet', service_speed].filter(Boolean).join(', ')}</p>
      {total_value !== null && total_value < 0 && <p>The discount is more than the price.</p>}
      {canCancel && !deliveries?.cancelled_at && <p>{canCancel}</p>}
    </div>
  )
}

function Arrivals({ opportunity, answer, onRetried, onOpen }: CardProps) {
  const saleActions = useSaleActions()
  const { session_id: sessionId } = opportunity
  const phone = usePhoneSales().get(sessionId)
  const retryAt = useRetries(opportunity, phone)
  const [busy, setBusy] = useState(false)
  const isOnScreen = useSale().sessionId === sessionId
  const deliveries = currentDeliveries(answer, phone)
  const hindrance = useHindrance()
  const isAhead = isAheadOfList(useLists(), phone)

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
      ticks={ticksOf({ row: opportunity, phone, deliveries, hindrance, isAhead })}
      actionsOf={(tick) => (
        <>
          {tick.place === 'server' && tick.state === 'bad' && (
            <>
              <TickButton onClick={() => onOpen(sessionId, 'customer')}>Edit</TickButton>
              <TickButton onClick={() => void exportSale()}>Export</TickButton>
            </>
          )}
          {tick.place === 'customer' && phone?.hasCopy && !isOnScreen && (
            <TickButton onClick={() => onOpen(sessionId, 'copy')}>Show the copy</TickButton>
          )}
          {tick.canRetry && (
            <TickButton busy={busy} onClick={() => void retry(tick)}>
              Retry
            </TickButton>
          )}
        </>
      )}
    >
      <Terms opportunity={opportunity} answer={answer} />
    </SaleTicks>
  )
}

type TickButtonProps = { onClick: () => void; busy?: boolean; children: ReactNode }

const TickButton = (props: TickButtonProps) => (
  <Button look="quiet" className="px-3 font-semibold" {...props} />
)
