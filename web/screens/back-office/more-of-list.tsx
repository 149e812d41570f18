import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

type MoreOfListProps = {
  list: RefObject<HTMLUListElement | null>
  /** How many entries the list shows. */
  count: number
  /** Shows more; undefined if there are no more, or if only a narrower search can show them. */
  showMore: (() => void) | undefined
  /** Whether there are entries that the list does not show. */
  isCut: boolean
  /** How to find the entries that `showMore` cannot show. */
  hint: string
}

/**
 * The end of a list that may be cut off. `Show more` disappears when it is pressed, so the focus moves to the first
 * entry that it added.
 */
export function MoreOfList({ list, count, showMore, isCut, hint }: MoreOfListProps) {
  const next = useRef<number>(undefined)
  useEffect(() => {
    if (next.current === undefined || count <= next.current) return
    focusOn(list.current?.children[next.current])
    next.current = undefined
  }, [list, count])
  if (!showMore) return isCut && <p className="border-t border-line px-4 py-2.5 text-sm text-muted">{hint}</p>
  return (
    <div className="border-t border-line p-3">
      <Button
        look="secondary"
        onClick={() => {
          next.current = count
          showMore()
        }}
      >
        Show more
      </Button>
    </div>
  )
}

/** Focuses the first control of an entry, or the entry itself if it has no control. */
function focusOn(entry: Element | undefined): void {
  if (!(entry instanceof HTMLElement)) return
  entry.tabIndex = -1
  const control = entry.querySelector<HTMLElement>('a, button') ?? entry
  control.focus()
}
