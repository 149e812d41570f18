import { ChevronRight } from 'lucide'
import { isValidElement, type ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useFocusKeptInRow } from './use-focus-kept-in-row.ts'

type OfficeListProps = {
  title: string
  /** Shown beside the title, such as the number of entries. */
  count?: ReactNode
  /** Whether the list shows the entries that are dealt with. A list without `onToggle` has no such entries. */
  showsDealtWith?: boolean
  onToggle?: () => void
  /** The entries; undefined until they are read. */
  children: readonly ReactNode[] | undefined
  /** Shown if there is no entry. */
  empty: string
  /** How many more entries there are, in words. */
  more?: string | undefined
}

/** Returns the key of an entry, which is unique in its list. */
const keyOf = (entry: ReactNode) => (isValidElement(entry) ? entry.key : entry)

/** A list of what the office has to deal with. It may have a toggle that shows what is dealt with instead. */
export function OfficeList(props: OfficeListProps) {
  const { title, count, showsDealtWith, onToggle, children, empty, more } = props
  const heading = useFocusKeptInRow<HTMLDivElement>(children?.map(keyOf).join())
  return (
    <section aria-label={title} className="card overflow-hidden">
      <div ref={heading} tabIndex={-1} className="flex items-baseline gap-2 border-b border-line px-4 py-2.5">
        <h2 className="font-semibold">{title}</h2>
        {count}
      </div>
      {!children?.length && <p className="px-4 py-3 text-muted">{children ? empty : 'Loading…'}</p>}
      {children && children.length > 0 && <ul className="divide-y divide-line">{children}</ul>}
      {more && <p className="border-t border-line px-4 py-2 text-sm text-muted">{more}</p>}
      {onToggle && (
        <button
          type="button"
          className="flex min-h-11 w-full items-center gap-2 border-t border-line px-4 py-2 text-left text-muted -outline-offset-3 hover:bg-sunken"
          onClick={onToggle}
        >
          <Icon of={ChevronRight} size={18} className={`shrink-0 ${showsDealtWith ? 'rotate-90' : ''}`} />
          {showsDealtWith ? 'Show open' : 'Show dealt with'}
        </button>
      )}
    </section>
  )
}
