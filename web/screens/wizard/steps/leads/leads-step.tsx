import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { formatPounds } from '#domain/kernel/money.ts'
import { isSold, type Lead } from '#domain/lead/lead.ts'
import { FIRST_VIEW } from '#domain/lead/lead-book.ts'
import type { SaleLead } from '#domain/sale/sale.ts'
import { useApp, useLeads, useLeadView, useLists, useSale, useWriteLock } from '../../../../app-context.ts'
import { checkKey, keptChecks } from '../../../../eligibility/kept-checks.ts'
import { turnedAway } from '../../../../http/turned-away.ts'
import { closedDoors } from '../../../../lists/closed-doors.ts'
import { settings } from '../../../../settings.ts'
import { useBeside } from '../../../../ui/media-hooks.ts'
import { prefetched } from '../../../../ui/prefetched.ts'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { useStore } from '../../../../use-store.ts'
import { useCommands } from '../../use-commands.ts'
import { dialogs } from './dialogs.ts'
import { LeadList } from './lead-list.tsx'
import { LeadSearch } from './lead-search.tsx'
import { LeadsComing } from './leads-coming.tsx'
import { LeadsFrame } from './leads-frame.tsx'
import { parts } from './parts.ts'
import { useContinueWithLead } from './use-continue-with-lead.ts'
import { useFoundPull } from './use-found-pull.ts'
import type { ViewProps } from './views/view-props.ts'
import type { ViewScreen } from './views/views.tsx'

const later = {
  areaChoice: prefetched(async () => (await parts()).AreaChoice),
  away: prefetched(async () => (await parts()).LeadsAway),
  areaShown: prefetched(async () => (await parts()).AreaShown),
  counted: prefetched(async () => (await parts()).LeadsCounted),
  door: prefetched(async () => (await parts()).DoorAtHand),
  noMatch: prefetched(async () => (await parts()).NoMatch),
  street: prefetched(async () => (await parts()).StreetView),
  progress: prefetched(async () => (await parts()).LeadPullProgress),
  updated: prefetched(async () => (await parts()).ListUpdated),
  views: prefetched(async () => (await parts()).Views),
}

/** Loads the later parts of this step in advance, so that they show without a gap. */
export const preloadParts = () => Promise.all(Object.values(later).map(({ prefetch }) => prefetch()))

/** Step 1: choose a lead. */
export function LeadsStep() {
  const sale = useSale()
  const command = useCommands()
  const continueWithLead = useContinueWithLead()
  const { syncing, sync, onEnd } = useSync()
  const [checking, setChecking] = useState(false)
  const [Other, setOther] = useState<ViewScreen>()
  const isWide = useBeside()
  const isEmpty = useNoLeads()
  const isReadOnly = useWriteLock() === 'elsewhere'
  // Set during the render: an effect would first draw the dialog once more, with a disabled Close button.
  if (isReadOnly && checking) setChecking(false)

  const select = (lead: Lead) => void command({ type: 'select-lead', lead, localArea: settings.localArea })
  const { lead } = sale
  const whyClosed = useStore(closedDoors)
  const isSoldNow = useIsSold(lead)
  const isClosed = isSoldNow || (lead !== null && whyClosed(lead) !== undefined)
  const voucher = formatPounds(sale.eligibility?.voucherAmount ?? 0)
  const verdict = useStore(keptChecks())[checkKey(sale)]?.verdict
  return (
    <>
      <LeadsFrame
        search={
          <LiveLeadSearch>
            <Suspense>
              <later.views.Screen onView={setOther} />
            </Suspense>
          </LiveLeadSearch>
        }
        syncing={syncing}
        empty={isEmpty}
        onSync={() => void sync()}
        selected={lead ? { lead, voucher, verdict, isClosed } : undefined}
        street={
          <Suspense>
            <later.door.Screen lead={lead} onSelect={select} />
            {lead && isWide && <later.street.Screen selected={lead} onSelect={select} />}
          </Suspense>
        }
        onCheck={() => setChecking(true)}
        onContinue={() => void continueWithLead()}
      >
        {syncing && (
          <Suspense>
            <later.progress.Screen onEnd={onEnd} />
          </Suspense>
        )}
        <LeadsOrWhyNot Other={Other} onSelect={select} />
      </LeadsFrame>
      {checking && (
        <Suspense>
          <dialogs.eligibility.Screen onContinue={continueWithLead} onClose={() => setChecking(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Returns whether leads are being synced, whatever started it, and the function that starts a sync here. */
function useSync() {
  const [asked, setAsked] = useState(false)
  const { found, onEnd } = useFoundPull()
  async function sync() {
    setAsked(true)
    const { syncNow } = await parts()
    await syncNow(() => void sync()).finally(() => setAsked(false))
  }
  return { syncing: asked || found, sync, onEnd }
}

/** Returns whether the list is known to be empty. The step renders again only if that changes. */
function useNoLeads(): boolean {
  const { shown } = useApp().lists
  return useSyncExternalStore(
    shown.version.subscribe,
    () => shown.leadsState.loaded && shown.leads.size === 0,
  )
}

/** Returns whether the lead is sold, as far as the list knows. The step renders again only if that changes. */
function useIsSold(lead: SaleLead | null): boolean {
  const { shown } = useApp().lists
  return useSyncExternalStore(
    shown.version.subscribe,
    () => lead !== null && isSold(shown.leads.find(lead.id) ?? lead),
  )
}

/** A separate component, so that a keystroke does not render the whole step. */
function LiveLeadSearch({ children }: { children: ReactNode }) {
  const { lists } = useApp()
  return (
    <LeadSearch view={useLeadView()} onView={(view) => lists.shown.showView(view)}>
      {children}
    </LeadSearch>
  )
}

type LeadsShown = ViewProps & {
  /** The view that shows the leads instead of the list. */
  Other: ViewScreen
}

function LeadsOrWhyNot({ Other, onSelect }: LeadsShown) {
  const lists = useLists()
  const { loaded, problem } = lists.shown.leadsState
  const { rows, view } = useLeads()
  const isAway = useStore(turnedAway) !== undefined
  const isEmpty = lists.shown.leads.size === 0
  if (lists.offeredAreas)
    return (
      <Suspense>
        <later.areaChoice.Screen territory={lists.offeredAreas} />
      </Suspense>
    )
  return (
    <>
      {view !== FIRST_VIEW && (
        <Suspense>
          <later.counted.Screen />
        </Suspense>
      )}
      {lists.area !== undefined && (
        <Suspense fallback={<div className="min-h-11" />}>
          <later.areaShown.Screen area={lists.area} count={lists.shown.leads.size} />
        </Suspense>
      )}
      {problem !== undefined && !isAway && (
        <ErrorState message={`Error loading leads: ${problem}`} onRetry={() => void lists.retry()} />
      )}
      {loaded && lists.connection === 'lost' && lists.inStepAt !== undefined && (
        <Suspense>
          <later.updated.Screen at={lists.inStepAt} />
        </Suspense>
      )}
      {isAway && isEmpty && (
        <Suspense>
          <later.away.Screen />
        </Suspense>
      )}
      {!loaded && problem === undefined && !isAway && <LeadsComing />}
      {loaded && isEmpty && !isAway && (
        <EmptyState>No doors on this phone yet. Press Sync GHL to bring in your leads.</EmptyState>
      )}
      {loaded && !isEmpty && rows.length === 0 && (
        <Suspense>
          <later.noMatch.Screen />
        </Suspense>
      )}
      {rows.length > 0 &&
        (Other ? (
          <Suspense>
            <Other onSelect={onSelect} />
          </Suspense>
        ) : (
          <LeadList rows={rows} all={lists.shown.leads.size} view={view} onSelect={onSelect} />
        ))}
    </>
  )
}
