import { useState } from 'react'
import { isObject } from '#domain/kernel/parse-json.ts'
import type { DeliveryPage, DeliveryState, DeliveryTarget } from '#protocol/back-office.ts'
import { deliveriesPath } from '../../http/back-office.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import type { Holds } from './delivery-progress.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { useFocusKeptInRow } from './use-focus-kept-in-row.ts'
import { useRead } from './use-read.ts'

const PAGE_ROWS = 20
/** The most deliveries that the server lists. */
const MAX_ROWS = 200

type DeliveryListProps = {
  target: DeliveryTarget
  state: DeliveryState
  /** Shown above the list. */
  title: string
  holds: Holds
  version: string
  opened: ReadonlySet<number>
  onToggle: (id: number) => void
  onChange: () => void
}

/** The deliveries of one state, latest change first, kept up to date. */
export function DeliveryList(props: DeliveryListProps) {
  const { target, state, title, holds, version, opened, onToggle, onChange } = props
  const [limit, setLimit] = useState(PAGE_ROWS)
  const {
    value: page,
    problem,
    again,
  } = useRead(deliveriesPath(target, state, limit), isObject<DeliveryPage>, version)
  const heading = useFocusKeptInRow<HTMLHeadingElement>(page)
  return (
    <div className="border-t border-line">
      <h3
        ref={heading}
        tabIndex={-1}
        className={state === 'delivered' ? 'sr-only' : 'px-4 pt-2.5 text-sm text-muted'}
      >
        {title}
      </h3>
      {problem && <ErrorState message={`Error loading deliveries: ${problem}`} onRetry={again} />}
      {!page && !problem && <SkeletonRows count={1} label="Loading deliveries" />}
      {page?.deliveries.length === 0 && state === 'delivered' && (
        <EmptyState>Nothing delivered yet.</EmptyState>
      )}
      {page && page.deliveries.length > 0 && (
        <ul className="divide-y divide-line">
          {page.deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              holds={holds}
              version={version}
              isOpen={opened.has(delivery.id)}
              onToggle={() => onToggle(delivery.id)}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
      {page?.next != null && (
        <div className="flex justify-center border-t border-line py-1">
          {limit < MAX_ROWS ? (
            <Button look="quiet" onClick={() => setLimit(Math.min(limit * 2, MAX_ROWS))}>
              Show more
            </Button>
          ) : (
            <p className="py-2 text-sm text-muted">These are the latest {MAX_ROWS}.</p>
          )}
        </div>
      )}
    </div>
  )
}
