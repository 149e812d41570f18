import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OpportunityListed } from '#protocol/tables.ts'
import { type OpenSale, OpportunityCard } from './opportunity-card.tsx'
import { useDeliveries } from './use-deliveries.ts'

/** How many cards are drawn at first. Scrolling near the end draws as many again. */
const PAGE_CARDS = 20
/** The server answers for at most this many sales at once. */
const MAX_SALES_ASKED = 200
const NEAR_THE_END_PX = 600

type OpportunityListProps = {
  opportunities: readonly OpportunityListed[]
  onOpen: OpenSale
  onContinued: () => void
}

/** The cards of a tab. A card loses its state when it leaves the list, so the tracker owns any open dialog. */
export function OpportunityList({ opportunities, onOpen, onContinued }: OpportunityListProps) {
  const [pages, setPages] = useState(1)
  const shown = opportunities.slice(0, pages * PAGE_CARDS)
  const asked = shown.slice(-MAX_SALES_ASKED).map(({ session_id }) => session_id)
  const { answers, refresh } = useDeliveries(asked)
  return (
    <div tabIndex={0} className="-mx-4 h-full overflow-y-auto overscroll-contain bg-surface px-4 pb-5">
      <ul>
        {shown.map((opportunity, index) => (
          <li key={opportunity.session_id} aria-posinset={index + 1} aria-setsize={opportunities.length}>
            <OpportunityCard
              opportunity={opportunity}
              answer={answers.get(opportunity.session_id)}
              onRetried={refresh}
              onOpen={onOpen}
              onContinued={onContinued}
            />
          </li>
        ))}
      </ul>
      {shown.length < opportunities.length && <End key={pages} onNear={() => setPages(pages + 1)} />}
    </div>
  )
}

/** The end of the drawn cards. Calls `onNear` once, just before it scrolls into view. */
function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const draw = useEffectEvent(onNear)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && draw(), {
      root: end.current.parentElement,
      rootMargin: `${NEAR_THE_END_PX}px`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} className="h-px" />
}
