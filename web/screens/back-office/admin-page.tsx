import { useState } from 'react'
import { readBackOffice } from '../../http/back-office.ts'
import { usePolled } from '../../http/use-polled.ts'
import { ToastRegion } from '../../ui/toasts.tsx'
import { useMay } from './account/account.ts'
import { type AdminAction, AdminFrame } from './admin-frame.tsx'
import { NOT_TESTED, runTest, type Test, testUnderWay } from './connection-test.ts'
import { Deliveries } from './deliveries.tsx'
import { LeadSync } from './lead-sync.tsx'
import { Notices } from './notices.tsx'
import { ProviderBadge } from './provider-badge.tsx'
import { SyncLog } from './sync-log.tsx'
import { TestResult } from './test-result.tsx'

const POLL_MS = 2000

const BADGES: Record<Test['status'], string> = {
  idle: 'bg-sunken text-muted',
  syncing: 'bg-wait-soft text-wait',
  success: 'bg-accent-soft text-accent',
  error: 'bg-danger-soft text-danger',
}

/** Tests the CRM connection, shows what is still to be delivered, and repairs it (docs/product 2.11). */
export function AdminPage() {
  const [test, setTest] = useState<Test>(NOT_TESTED)
  const mayCall = useMay('sync-crm')
  const { value: office, failingSince, refresh } = usePolled(readBackOffice, POLL_MS)

  async function run(action: AdminAction) {
    setTest(testUnderWay(action))
    refresh()
    setTest(await runTest(action))
    refresh()
  }

  const { status, message, result } = test
  return (
    <AdminFrame
      provider={<ProviderBadge office={office} />}
      busy={status === 'syncing'}
      onAction={(action) => void run(action)}
      badge={
        mayCall && (
          <p role="status" className={`rounded-lg px-3 py-1 ${BADGES[status]}`}>
            <span className="font-semibold">{status}</span> <span>{message}</span>
          </p>
        )
      }
    >
      <Notices office={office} failingSince={failingSince} onChange={refresh} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <LeadSync pull={office?.leadPull} onChange={refresh} />
          {mayCall && <TestResult result={result} />}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Deliveries office={office} onChange={refresh} />
          <SyncLog version={office?.version} />
        </div>
      </div>
      <ToastRegion place="page" />
    </AdminFrame>
  )
}
