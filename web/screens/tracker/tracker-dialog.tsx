import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatPounds } from '#domain/kernel/money.ts'
import { isInTab, TRACKER_TABS, type TrackerSummary, type TrackerTab } from '#domain/opportunity/tracker.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { useLists, usePhoneSales } from '../../app-context.ts'
import { useHindrance } from '../../hindrance.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { dismissAnswered } from '../dismiss-answered.ts'
import { BrightScreen } from './bright-screen.tsx'
import { CopyOfSale } from './copy-of-sale.tsx'
import { EditCustomer } from './edit-customer.tsx'
import { EnrolledFor } from './enrolled-for.tsx'
import { OneSale } from './one-sale.tsx'
import type { OpenSale, SalePart } from './opportunity-card.tsx'
import { OpportunityList } from './opportunity-list.tsx'
import { trackedSales } from './tracked-sales.ts'
import { useTrackerSummary } from './use-tracker-summary.ts'

const TABS_LOOK = {
  root: 'flex min-h-0 flex-1 flex-col',
  list: 'fading -mx-4 flex shrink-0 overflow-x-auto border-b border-line px-2',
  tab: 'flex min-h-11 flex-1 items-center justify-center gap-1.5 border-b-3 border-transparent px-1.5 text-muted sm:px-2.5 aria-selected:border-sill aria-selected:font-semibold aria-selected:text-ink',
  panel: 'min-h-0 flex-1',
}

const PARTS: Record<SalePart, { title: string; show: (sale: Sale, onClose: () => void) => ReactNode }> = {
  customer: {
    title: 'Edit customer',
    show: (sale, onClose) => <EditCustomer sale={sale} onClose={onClose} />,
  },
  copy: { title: 'For the customer', show: (sale) => <CopyOfSale opened={sale} /> },
}

/** My Opportunities (docs/product 2.9). */
export function TrackerDialog({ onClose }: { onClose: () => void }) {
  const lists = useLists()
  useEffect(dismissAnswered, [])
  const { opened, open, showList } = useOpened()
  const { loaded: isRead, problem } = lists.shown.opportunitiesState
  const listed = { rows: lists.shown.opportunities.rows, inStepAt: lists.inStepAt }
  const opportunities = trackedSales(listed, usePhoneSales())
  const loaded = isRead || opportunities.length > 0
  const { summary, isWhole } = useTrackerSummary(loaded ? opportunities : undefined)
  const hindrance = useHindrance()
  // A notice already says why the server does not answer.
  const isExplained = hindrance !== undefined && (loaded || hindrance !== 'offline')
  const mustChoose = lists.offeredAreas !== undefined && lists.area === undefined
  return (
    <Dialog
      title={opened ? PARTS[opened.part].title : 'Sales Opportunities Tracker'}
      onClose={onClose}
      onBack={opened && showList}
      extra={!opened && <BrightScreen />}
      sheet
    >
      {/* The list keeps its place while a sale is open. */}
      <div hidden={opened !== undefined} className="flex min-h-0 flex-1 flex-col gap-2 px-4 pt-2">
        <Counters summary={summary} />
        <EnrolledFor />
        {problem !== undefined && !isExplained && (
          <ErrorState message="Error loading opportunities" onRetry={() => void lists.retry()} />
        )}
        {mustChoose && (
          <EmptyState>Choose your area in the list of leads to see its opportunities.</EmptyState>
        )}
        {lists.area !== undefined && (
          <p className="text-sm text-muted wrap-anywhere">
            {isWhole ? 'Opportunities' : 'The newest opportunities'} {inArea(lists.area)}
          </p>
        )}
        {!loaded && !mustChoose && problem === undefined && (
          <SkeletonRows count={4} label="Loading opportunities" />
        )}
        {loaded && (
          <ByStatus opportunities={opportunities} summary={summary} onOpen={open} onContinued={onClose} />
        )}
      </div>
      {opened && (
        <OneSale sessionId={opened.sessionId} onClose={showList}>
          {(sale) => PARTS[opened.part].show(sale, showList)}
        </OneSale>
      )}
    </Dialog>
  )
}

/** Returns which sale is open in place of the list. Going back returns the focus to the button that opened it. */
function useOpened() {
  const [opened, setOpened] = useState<{ sessionId: string; part: SalePart }>()
  const opener = useRef<Element>(null)
  const open = useCallback<OpenSale>((sessionId, part) => {
    opener.current = document.activeElement
    setOpened({ sessionId, part })
  }, [])
  const showList = () => {
    flushSync(() => setOpened(undefined))
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return { opened, open, showList }
}

const Counters = ({ summary }: { summary: TrackerSummary | undefined }) => (
  <div className="@container">
    <dl className="grid grid-cols-2 divide-line @min-[17.5rem]:grid-cols-[1fr_1fr_1fr_auto] @min-[17.5rem]:divide-x">
      <Counter name="Open" value={summary?.open} />
      <Counter name="Qualified" value={summary?.qualified} />
      <Counter name="Won" value={summary?.['closed-won']} />
      <Counter name="Total Value" value={summary && formatPounds(summary.totalValue)} />
    </dl>
  </div>
)

function Counter({ name, value = '–' }: { name: string; value: number | string | undefined }) {
  return (
    <div className="flex min-w-0 flex-col-reverse items-center justify-end px-1 text-center">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-lg font-semibold wrap-anywhere">{value}</dd>
    </div>
  )
}

const inArea = (area: string) => (area ? `in ${area}` : 'without an area')

type ByStatusProps = Omit<TabRowsProps, 'tab' | 'empty'> & { summary: TrackerSummary | undefined }

const ByStatus = ({ summary, ...shown }: ByStatusProps) => (
  <Tabs
    label="Opportunities by status"
    tabs={TRACKER_TABS}
    title={({ tab, name }) => (
      <>
        {name} <span className="text-sm">{summary?.[tab]}</span>
      </>
    )}
    look={TABS_LOOK}
  >
    {({ tab, empty }) => <TabRows tab={tab} empty={empty} {...shown} />}
  </Tabs>
)

type TabRowsProps = {
  tab: TrackerTab
  empty: string
  opportunities: readonly OpportunityListed[]
  onOpen: OpenSale
  onContinued: () => void
}

function TabRows({ tab, empty, opportunities, ...actions }: TabRowsProps) {
  const rows = opportunities.filter(({ status }) => isInTab(tab, status))
  if (rows.length === 0) return <EmptyState>{empty}</EmptyState>
  return <OpportunityList opportunities={rows} {...actions} />
}
