import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import type { Lead } from '#domain/lead/lead.ts'
import type { IndexedLead } from '#domain/lead/lead-order.ts'
import { LeadCard } from './lead-card.tsx'

const CARD_HEIGHT_PX = 74
const MOVES: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

type LeadListProps = {
  rows: readonly IndexedLead[]
  /** Another one whenever the rows, which stay the same array, have changed. */
  version: number
  selectedId: string | undefined
  onSelect: (lead: Lead) => void
}

/** The leads as one radio group, of which only what is on the screen exists. */
export function LeadList({ rows, version, selectedId, onSelect }: LeadListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows may hide behind the same array
  const getItemKey = useCallback((index: number) => rows[index]?.lead.id ?? index, [rows, version])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT_PX,
    getItemKey,
    gap: 8,
    overscan: 4,
  })
  const items = virtualizer.getVirtualItems()
  const selectedIsShown = items.some(({ index }) => rows[index]?.lead.id === selectedId)

  /** The browser's own arrow keys know only the radios that exist. */
  function move(event: KeyboardEvent, from: number) {
    const by = MOVES[event.key]
    if (by === undefined) return
    event.preventDefault()
    const to = (from + by + rows.length) % rows.length
    const lead = rows[to]?.lead
    if (!lead) return
    virtualizer.scrollToIndex(to)
    onSelect(lead)
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-lead="${lead.id}"]`)?.focus()
    })
  }

  return (
    <div
      ref={scroller}
      role="radiogroup"
      aria-label="Leads"
      className="-mx-1 max-h-[70dvh] min-h-64 flex-1 overflow-y-auto overscroll-contain px-1 py-1 tall:max-h-none"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const lead = rows[index]?.lead
          if (!lead) return null
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <LeadCard
                lead={lead}
                selected={lead.id === selectedId}
                tabbable={lead.id === selectedId || (!selectedIsShown && index === items[0]?.index)}
                place={{ position: index + 1, count: rows.length }}
                onSelect={() => onSelect(lead)}
                onKeyDown={(event) => move(event, index)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
