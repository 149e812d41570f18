import type { ReactNode } from 'react'
import { CRM_PAGE } from '#protocol/office-pages.ts'
import { Button } from '../../ui/button.tsx'
import { useMay } from './account/account.ts'
import { OfficeFrame } from './office-frame.tsx'

export type AdminAction = 'check' | 'sync' | 'diagnose'

type AdminFrameProps = {
  badge?: ReactNode
  provider?: ReactNode
  busy?: boolean
  onAction?: (action: AdminAction) => void
  children?: ReactNode
}

/** No action is the main one, so all buttons look the same. */
const ACTIONS: readonly { action: AdminAction; name: string }[] = [
  { action: 'check', name: 'Check credentials' },
  { action: 'sync', name: 'Sync leads' },
  { action: 'diagnose', name: 'Run diagnostics' },
]

/** The connection test inside the office's frame, without the parts that need data. */
export function AdminFrame({ badge, provider, busy = false, onAction, children }: AdminFrameProps) {
  const isLive = onAction !== undefined
  const mayCall = useMay('sync-crm')
  return (
    <OfficeFrame path={CRM_PAGE} provider={provider} isLive={isLive}>
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="title">GHL Connection Test</h1>
        {badge}
      </div>
      {mayCall && (
        <div className="flex flex-wrap gap-2">
          {ACTIONS.map(({ action, name }) => (
            <Button
              key={action}
              look="secondary"
              disabled={!isLive}
              busy={busy}
              onClick={() => onAction?.(action)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      {children}
    </OfficeFrame>
  )
}
