import { Suspense, useState } from 'react'
import { formatPounds } from '#domain/kernel/money.ts'
import type { Lead } from '#domain/lead/lead.ts'
import { FIRST_VIEW } from '#domain/lead/lead-book.ts'
import { MAX_ROWS_ON_A_PHONE } from '#protocol/territory.ts'
import { useApp, useLeadView, useLists, useSale, useWriteLock } from '../../../../app-context.ts'
import { syncLeads } from '../../../../http/ghl-sync.ts'
import { settings } from '../../../../settings.ts'
import { AgeOf } from '../../../../ui/age-of.tsx'
import { Button } from '../../../../ui/button.tsx'
import { prefetched } from '../../../../ui/prefetched.ts'
import { EmptyState, ErrorState, SkeletonCards } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { countOf } from '../../../../ui/wording.ts'
import { useCommands } from '../../use-commands.ts'
import { LeadList } from './lead-list.tsx'
import { LeadPullProgress, useFoundPull } from './lead-pull-progress.tsx'
import { LeadSearch } from './lead-search.tsx'
import { LeadsFrame } from './leads-frame.tsx'
import { useContinueWithLead } from './use-continue-with-lead.ts'

const areaChoice = prefetched(async () => (await import('./area-choice.tsx')).AreaChoice)
const eligibility = prefetched(async () => (await import('./eligibility-dialog.tsx')).EligibilityDialog)

/** Step 1: choose a lead. */
export function LeadsStep() {
  const sale = useSale()
  const command = useCommands()
  const continueWithLead = useContinueWithLead()
  const [asked, setAsked] = useState(false)
  const { found, onEnd } = useFoundPull()
  const syncing = asked || found
  const [checking, setChecking] = useState(false)
  const isReadOnly = useWriteLock() === 'elsewhere'
  // Set while rendering: an effect would first draw the dialog once more, with a disabled Close button.
  if (isReadOnly && checking) setChecking(false)

  async function sync() {
    setAsked(true)
    const result = await syncLeads()
    setAsked(false)
    if (result.ok) {
      toast(`Synced ${result.value.syncedCount} leads from GoHighLevel`)
    } else if (result.failure.isCancelled) toast('Lead sync cancelled')
    else
      toast(`Lead sync failed: ${result.failure.message}`, 'bad', { name: 'Retry', run: () => void sync() })
  }

  const voucher = formatPounds(sale.eligibility?.voucherAmount ?? 0)
  return (
    <>
      <LeadsFrame
        search={<LiveLeadSearch />}
        syncing={syncing}
        onSync={() => void sync()}
        selected={sale.lead ? { lead: sale.lead, voucher } : undefined}
        onCheck={() => setChecking(true)}
        onContinue={() => void continueWithLead()}
      >
        {syncing && <LeadPullProgress onEnd={onEnd} />}
        <LeadsOrWhyNot
          selectedId={sale.lead?.id}
          onSelect={(lead) => void command({ type: 'select-lead', lead, localArea: settings.localArea })}
        />
      </LeadsFrame>
      {checking && (
        <Suspense>
          <eligibility.Screen onContinue={continueWithLead} onClose={() => setChecking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A component of its own, so that a keystroke does not render the whole step. */
function LiveLeadSearch() {
  const { lists } = useApp()
  return <LeadSearch view={useLeadView()} onView={(view) => lists.shown.showView(view)} />
}

type LeadsProps = {
  selectedId: string | undefined
  onSelect: (lead: Lead) => void
}

function LeadsOrWhyNot({ selectedId, onSelect }: LeadsProps) {
  const lists = useLists()
  const { loaded, problem } = lists.shown.leadsState
  const { rows, view } = lists.shown.leads
  if (lists.offeredAreas)
    return (
      <Suspense fallback={<SkeletonCards count={1} label="Loading areas" />}>
        <areaChoice.Screen territory={lists.offeredAreas} />
      </Suspense>
    )
  return (
    <>
      {lists.area !== undefined && <AreaShown area={lists.area} count={lists.shown.leads.size} />}
      {problem !== undefined && (
        <ErrorState message={`Error loading leads: ${problem}`} onRetry={() => void lists.retry()} />
      )}
      {loaded && lists.connection === 'lost' && lists.inStepAt !== undefined && (
        <p className="text-sm text-muted">
          Updated <AgeOf moment={lists.inStepAt} />
        </p>
      )}
      {!loaded && problem === undefined && <SkeletonCards count={5} label="Loading leads" />}
      {loaded && lists.shown.leads.size === 0 && (
        <EmptyState>No doors on this phone yet. Press Sync GHL to bring in your leads.</EmptyState>
      )}
      {loaded && lists.shown.leads.size > 0 && rows.length === 0 && (
        <EmptyState
          action={
            <Button look="secondary" onClick={() => lists.shown.showView({ ...FIRST_VIEW, sort: view.sort })}>
              Show all leads
            </Button>
          }
        >
          {view.search.trim() === ''
            ? 'No door has this status.'
            : 'No door matches that. Check the spelling, or show all leads.'}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <LeadList
          rows={rows}
          all={lists.shown.leads.size}
          view={view}
          selectedId={selectedId}
          onSelect={onSelect}
        />
      )}
    </>
  )
}

/** Names the area of the list, with a button to change it. */
function AreaShown({ area, count }: { area: string; count: number }) {
  const { lists } = useApp()
  const [asking, setAsking] = useState(false)
  async function change() {
    setAsking(true)
    const problem = await lists.offerAreas()
    setAsking(false)
    if (problem !== undefined) toast(`Areas not loaded: ${problem}`, 'bad')
  }
  const isWhole = count < MAX_ROWS_ON_A_PHONE
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0 text-sm text-muted wrap-anywhere">
        {isWhole ? 'Leads' : `The newest ${countOf(count, 'lead')}`} {area ? `in ${area}` : 'without an area'}
      </p>
      <Button look="quiet" className="-mr-2" busy={asking} onClick={() => void change()}>
        Change area
      </Button>
    </div>
  )
}
