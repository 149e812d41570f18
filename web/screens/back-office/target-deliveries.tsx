import { ChevronRight } from 'lucide'
import { useState } from 'react'
import { formatWhole } from '#domain/kernel/thousands.ts'
import type { BackOffice, DeliveryState, DeliveryTarget } from '#protocol/back-office.ts'
import { retryDeliveries } from '../../http/back-office.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useMay } from './account/account.ts'
import { DeliveryList } from './delivery-list.tsx'
import { countsInWords, hasToRetry, waitingInWords } from './delivery-progress.ts'
import { TARGETS } from './targets.ts'

type TargetDeliveriesProps = { target: DeliveryTarget; office: BackOffice; onChange: () => void }

/** The deliveries of one target: parked, waiting and, on request, delivered. */
export function TargetDeliveries({ target, office, onChange }: TargetDeliveriesProps) {
  const [showsDelivered, setShowsDelivered] = useState(false)
  // Kept here, so that a row stays open when it moves from one list to another.
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const counts = office.counts[target]
  const { waiting, parked } = counts
  const { allDelivered, notSetUp, ...view } = TARGETS[target]
  const holds = view.holdsOf(office)
  const isSetUp = view.isSetUp(office)

  const list = (state: DeliveryState, title: string) => (
    <DeliveryList
      target={target}
      state={state}
      title={title}
      holds={holds}
      version={office.version}
      opened={opened}
      onToggle={(id) => setOpened(toggled(opened, id))}
      onChange={onChange}
    />
  )

  return (
    <>
      {waiting + parked === 0 && <EmptyState>{isSetUp ? allDelivered : notSetUp}</EmptyState>}
      {waiting + parked > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 py-1 pr-2 pl-4">
          <p className="py-1.5 text-sm text-muted">{countsInWords(counts, holds)}</p>
          {hasToRetry(counts) && <RetryAll target={target} hasHeld={counts.held > 0} onChange={onChange} />}
        </div>
      )}
      {parked > 0 && list('parked', 'Parked: these need you')}
      {waiting > 0 && list('waiting', waitingInWords(counts, holds))}
      {isSetUp && (
        <button
          type="button"
          aria-expanded={showsDelivered}
          className="flex min-h-11 w-full items-center gap-2 border-t border-line px-4 text-left text-muted -outline-offset-3 hover:bg-sunken"
          onClick={() => setShowsDelivered(!showsDelivered)}
        >
          <Icon of={ChevronRight} size={18} className={showsDelivered ? 'rotate-90' : ''} />
          Delivered
        </button>
      )}
      {showsDelivered && list('delivered', 'Delivered')}
    </>
  )
}

type RetryAllProps = Pick<TargetDeliveriesProps, 'target' | 'onChange'> & {
  /** Whether deliveries of held sales are among them. */
  hasHeld: boolean
}

function RetryAll({ target, hasHeld, onChange }: RetryAllProps) {
  const [busy, setBusy] = useState(false)
  const mayRetry = useMay('write-office')

  async function retryAll() {
    setBusy(true)
    const retried = await retryDeliveries({ target, state: 'outstanding' })
    setBusy(false)
    if (!retried.ok) toast(`Couldn’t retry: ${retried.failure.message}`, 'bad')
    else if (retried.value.queued === 0) toast('Retry all skips these. Retry them one at a time', 'bad')
    else if (hasHeld) toast('Queued: held items are sent once the office releases their sales')
    else toast(`${formatWhole(retried.value.queued)} queued to be sent now`)
    onChange()
  }

  if (!mayRetry) return null
  return (
    <Button look="quiet" busy={busy} onClick={() => void retryAll()}>
      Retry all
    </Button>
  )
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const others = [...ids].filter((other) => other !== id)
  return new Set(ids.has(id) ? others : [...others, id])
}
