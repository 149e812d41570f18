import { useEffect, useRef, useState } from 'react'
import { isObject } from '#domain/kernel/parse-json.ts'
import type { DeliveryPage, DeliveryState, DeliveryTarget } from '#protocol/back-office.ts'
import { deliveriesPath } from '../../http/back-office.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import type { Holds } from './delivery-progress.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { useRead } from './use-read.ts'

const PAGE_ROWS = 20
/** The server lists at most this many. */
const MAX_ROWS = 200

type DeliveryListProps = {
  target: DeliveryTarget
  state: DeliveryState
  /** What is said above it. */
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
  const heading = useFocusKeptInRow(page)
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

/**
 * If the focused row disappears, its successor receives the focus; after `Show more`, the first new row does. Keyboard
 * users keep their place.
 */
function useFocusKeptInRow(page: DeliveryPage | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every page
  useEffect(() => {
    const list = heading.current?.parentElement
    const rows = [...(list?.querySelectorAll(':scope > ul > li') ?? [])]
    if (place.current !== undefined && document.activeElement === document.body) {
      const row = rows[place.current] ?? rows.at(-1)
      const control = row?.querySelector('button') ?? heading.current
      control?.focus()
    }
    const remember = () => {
      const focused = document.activeElement
      const row = rows.findIndex((one) => one.contains(focused))
      place.current = list?.contains(focused) ? (row === -1 ? rows.length : row) : undefined
    }
    remember()
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [page])
  return heading
}
