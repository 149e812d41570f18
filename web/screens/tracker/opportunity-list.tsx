import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { OpportunityListed } from '#protocol/tables.ts'
import { OpportunityCard } from './opportunity-card.tsx'
import { useDeliveries } from './use-deliveries.ts'

const CARD_HEIGHT_PX = 140
/** Deliveries are asked for by whole pages, so that not every move of the list is a question. */
const PAGE = 20

type OpportunityListProps = {
  opportunities: readonly OpportunityListed[]
  onEdit: (sessionId: string) => void
}

/** Opportunities, of which only what is on the screen exists: what must last longer is opened by the tracker. */
export function OpportunityList({ opportunities, onEdit }: OpportunityListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: opportunities.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT_PX,
    getItemKey: (index) => opportunities[index]?.session_id ?? index,
    gap: 8,
    overscan: 4,
    paddingStart: 12,
    paddingEnd: 20,
  })
  const items = virtualizer.getVirtualItems()
  const firstPage = Math.floor((items[0]?.index ?? 0) / PAGE) * PAGE
  const asked = opportunities.slice(firstPage, firstPage + 2 * PAGE).map(({ session_id }) => session_id)
  const { deliveries, refresh } = useDeliveries(asked)
  return (
    <div ref={scroller} tabIndex={0} className="-mx-1 h-full overflow-y-auto overscroll-contain px-1">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const opportunity = opportunities[index]
          return opportunity ? (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={opportunities.length}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <OpportunityCard
                opportunity={opportunity}
                deliveries={deliveries.get(opportunity.session_id)}
                onRetried={refresh}
                onEdit={onEdit}
              />
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}
