import { syncLeads } from '../../../../http/ghl-sync.ts'
import { toast } from '../../../../ui/toast-store.ts'

/** Pulls the leads and shows the result. Resolves once the pull has ended. If it failed, offers `retry`. */
export async function syncNow(retry: () => void): Promise<void> {
  if (!navigator.onLine) {
    toast('Lead sync failed: You’re offline. It will work when you’re back online', 'wait')
    return
  }
  const result = await syncLeads()
  if (result.ok) toast(`Synced ${result.value.syncedCount} leads from GoHighLevel`)
  else if (result.failure.isCancelled) toast('Lead sync cancelled')
  else toast(`Lead sync failed: ${result.failure.message}`, 'bad', { name: 'Retry', run: retry })
}
