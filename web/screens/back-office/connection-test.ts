import { checkCredentials, type GhlResult, runDiagnostics } from '../../http/ghl-sync.ts'
import { retryOperation } from '../../http/retry-operation.ts'
import { toast } from '../../ui/toast-store.ts'
import type { AdminAction } from './admin-frame.tsx'

/** A connection test, as the badge and the result show it (docs/product 2.11). */
export type Test = { status: 'idle' | 'syncing' | 'success' | 'error'; message: string; result?: unknown }

export const NOT_TESTED: Test = { status: 'idle', message: 'Nothing tested yet' }

const BUSY: Record<AdminAction, string> = {
  check: 'Checking credentials…',
  sync: 'Syncing leads…',
  diagnose: 'Running diagnostics…',
}

export const testUnderWay = (action: AdminAction): Test => ({ status: 'syncing', message: BUSY[action] })

/** Runs a test. Only the sync of leads also shows a toast (docs/product 12.2). */
export const runTest = (action: AdminAction): Promise<Test> => RUNS[action]()

const RUNS: Record<AdminAction, () => Promise<Test>> = {
  check: async () => tested(await checkCredentials(), 'GHL connection OK', 'Connection failed'),
  diagnose: async () => tested(await runDiagnostics(), 'Diagnostics completed', 'Diagnostics failed'),
  sync: async () => {
    const result = await retryOperation('sync_leads')
    if (result.ok) {
      const { syncedCount } = result.value as { syncedCount: number }
      const synced = `Synced ${syncedCount} leads from GoHighLevel`
      toast(synced)
      return { status: 'success', message: synced, result: result.value }
    }
    if (result.failure.isCancelled) return { status: 'idle', message: 'Lead sync cancelled' }
    toast(`Lead sync failed: ${result.failure.message}`, 'bad')
    return { status: 'error', message: 'Lead sync failed', result: { error: result.failure.message } }
  },
}

function tested(result: GhlResult<{ success: boolean }>, good: string, bad: string): Test {
  if (!result.ok) return { status: 'error', message: bad, result: { error: result.failure.message } }
  const { success } = result.value
  return { status: success ? 'success' : 'error', message: success ? good : bad, result: result.value }
}
