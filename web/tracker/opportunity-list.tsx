import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { OpportunityListed } from '#protocol/tables.ts'
import { OpportunityCard } from './opportunity-card.tsx'

const CARD_HEIGHT_PX = 124

/** Opportunities, of which only what is on the screen exists. */
export function OpportunityList({ opportunities }: { opportunities: readonly OpportunityListed[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: opportunities.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT_PX,
    getItemKey: (index) => opportunities[index]?.id ?? index,
    gap: 8,
    overscan: 4,
    paddingStart: 12,
    paddingEnd: 20,
  })
  return (
    <div ref={scroller} tabIndex={0} className="-mx-1 h-full overflow-y-auto overscroll-contain px-1">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
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
              <OpportunityCard opportunity={opportunity} />
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}
