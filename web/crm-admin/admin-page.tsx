import { useState } from 'react'
import { checkCredentials, type GhlResult, retryOperation, runDiagnostics } from '../api/ghl-sync.ts'
import { settings } from '../settings.ts'
import { EmptyState } from '../ui/states.tsx'
import { toast } from '../ui/toast-store.ts'
import { ToastRegion } from '../ui/toasts.tsx'
import { type AdminAction, AdminFrame } from './admin-frame.tsx'
import { SyncLog } from './sync-log.tsx'

type Test = { status: 'idle' | 'syncing' | 'success' | 'error'; message: string; result?: unknown }

const BADGES: Record<Test['status'], string> = {
  idle: 'bg-sunken text-muted',
  syncing: 'bg-voucher-soft text-voucher',
  success: 'bg-accent-soft text-accent',
  error: 'bg-danger-soft text-danger',
}

const PROVIDERS = { sandbox: 'Sandbox CRM (built in)', gohighlevel: 'GoHighLevel' }

/** The back office's look at the CRM connection. */
export function AdminPage() {
  const [test, setTest] = useState<Test>({ status: 'idle', message: 'Nothing tested yet' })
  const [runs, setRuns] = useState(0)

  async function run(action: AdminAction) {
    setTest({ status: 'syncing', message: BUSY[action] })
    setTest(await RUNS[action]())
    setRuns((count) => count + 1)
  }

  const { status, message, result } = test
  return (
    <AdminFrame
      provider={PROVIDERS[settings.crmProvider]}
      busy={status === 'syncing'}
      onAction={(action) => void run(action)}
      badge={
        <p role="status" className={`rounded-full px-4 py-1.5 font-medium ${BADGES[status]}`}>
          <span className="font-bold">{status}</span> <span>{message}</span>
        </p>
      }
    >
      <section aria-label="Result" className="card overflow-hidden">
        <h2 className="border-b border-line px-4 py-2.5 font-semibold">Result</h2>
        {result === undefined ? (
          <EmptyState>Press one of the buttons to see what the CRM answers.</EmptyState>
        ) : (
          <pre
            tabIndex={0}
            className="max-h-96 overflow-auto p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
          >
            {JSON.stringify(result, null, 2)}
          </pre>
        )}
      </section>
      <SyncLog runs={runs} />
      <ToastRegion />
    </AdminFrame>
  )
}

const BUSY: Record<AdminAction, string> = {
  check: 'Checking credentials…',
  sync: 'Syncing leads…',
  diagnose: 'Running diagnostics…',
}

const RUNS: Record<AdminAction, () => Promise<Test>> = {
  check: async () => tested(await checkCredentials(), 'GHL connection OK', 'Connection failed'),
  diagnose: async () => tested(await runDiagnostics(), 'Diagnostics completed', 'Diagnostics failed'),
  sync: async () => {
    const result = await retryOperation('sync_leads')
    const count = result.ok ? (result.value as { syncedCount: number }).syncedCount : 0
    const synced = `Synced ${count} leads from GoHighLevel`
    const failed = result.ok ? '' : `Lead sync failed: ${result.message}`
    toast(result.ok ? synced : failed, result.ok ? 'good' : 'bad')
    return result.ok
      ? { status: 'success', message: synced, result: result.value }
      : { status: 'error', message: 'Lead sync failed', result: { error: result.message } }
  },
}

function tested(result: GhlResult<{ success: boolean }>, good: string, bad: string): Test {
  if (!result.ok) return { status: 'error', message: bad, result: { error: result.message } }
  const { success } = result.value
  return { status: success ? 'success' : 'error', message: success ? good : bad, result: result.value }
}
