import { StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { newSale } from '#domain/sale/sale.ts'
import { sessionIdFrom } from '#domain/sale/session-id.ts'
import { createCrmOpportunity } from './api/ghl-sync.ts'
import { type App, AppContext } from './app-context.ts'
import { checkBySimulation } from './eligibility/simulated-check.ts'
import { LiveLists } from './live/live-lists.ts'
import { type DeviceDatabase, openDevice, type WaitingCall } from './offline/device.ts'
import { unparkCalls } from './offline/outbox.ts'
import { findCurrentSale, saveSale } from './offline/sale-records.ts'
import { sendCall } from './offline/send-call.ts'
import { createSyncLoop } from './offline/sync-loop.ts'
import { createWaitingCalls } from './offline/waiting-calls.ts'
import { LoadBoundary } from './ui/load-boundary.tsx'
import { NoStorage } from './ui/no-storage.tsx'
import { prefetched } from './ui/prefetched.ts'
import { toast } from './ui/toast-store.ts'
import { createSaleStore } from './wizard/sale-store.ts'
import { preloadSteps, Wizard } from './wizard/wizard.tsx'

const tracker = prefetched(async () => (await import('./tracker/tracker-dialog.tsx')).TrackerDialog)

/** Builds everything with a lifetime, once. */
async function buildApp(device: DeviceDatabase, lists: LiveLists): Promise<App> {
  const sale = (await findCurrentSale(device)) ?? newSale(sessionIdFrom(Date.now(), Math.random()))
  const waiting = createWaitingCalls(async (sessionId) => {
    await unparkCalls(device, sessionId)
    sync.wake()
  })
  const sync = createSyncLoop(device, {
    send: sendCall,
    onWaiting: waiting.set,
    onSent: (call) => void reportCrmOutcome(call),
    onParked: (_call, reason) => toast(`Needs attention: ${reason}`, 'bad'),
    onTrouble: reportTrouble,
  })
  for (const [target, event] of [[window, 'online'] as const, [document, 'visibilitychange'] as const]) {
    target.addEventListener(event, sync.wake)
  }
  sync.wake()
  return {
    sale: createSaleStore(sale, (next, calls) => saveSale(device, next, calls), sync.wake),
    lists,
    waiting,
    checkEligibility: checkBySimulation,
  }
}

/** What only a developer can mend goes to the browser's console; it holds nothing personal. */
function reportTrouble(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: there is no other place for it on a phone
  console.error(error)
}

/** The server pushes a new sale to the CRM by itself; this asks how that went, for the agent to know. */
async function reportCrmOutcome(call: WaitingCall): Promise<void> {
  if (call.kind !== 'create-opportunity') return
  const { lead_id = null } = call.body
  const result = await createCrmOpportunity({
    session_id: call.sessionId,
    lead_id,
    status: 'open',
    customer_name: null,
    service_package_name: null,
    voucher_amount: null,
    total_value: null,
  })
  if (!result.ok) toast(`GHL sync failed: Saved locally, but not in GHL: ${result.message}`, 'bad')
}

function Root({ app }: { app: App }) {
  const [tracking, setTracking] = useState(false)
  return (
    <AppContext value={app}>
      <Wizard onOpenTracker={() => setTracking(true)} />
      {tracking && (
        <Suspense>
          <tracker.Screen onClose={() => setTracking(false)} />
        </Suspense>
      )}
    </AppContext>
  )
}

async function start(): Promise<void> {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  try {
    const device = await openDevice()
    const lists = new LiveLists(device)
    const listsStarted = lists.start()
    const app = await buildApp(device, lists)
    root.render(
      <StrictMode>
        <LoadBoundary>
          <Root app={app} />
        </LoadBoundary>
      </StrictMode>,
    )
    await listsStarted
    await Promise.all([preloadSteps(), tracker.prefetch()])
  } catch (error) {
    reportTrouble(error)
    root.render(<NoStorage />)
  }
}

void start()
