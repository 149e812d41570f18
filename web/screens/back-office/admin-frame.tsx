import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ignoreSecondTap } from '../../ui/ignore-second-tap.ts'
import { Logo } from '../../ui/logo.tsx'

export type AdminAction = 'check' | 'sync' | 'diagnose'

type AdminFrameProps = {
  badge?: ReactNode
  provider?: ReactNode
  busy?: boolean
  onAction?: (action: AdminAction) => void
  children?: ReactNode
}

const ACTIONS: readonly { action: AdminAction; name: string }[] = [
  { action: 'check', name: 'Check credentials' },
  { action: 'sync', name: 'Sync leads' },
  { action: 'diagnose', name: 'Run diagnostics' },
]

/** The back office's page without the parts that need data. */
export function AdminFrame({ badge, provider, busy = false, onAction, children }: AdminFrameProps) {
  return (
    <div className="min-h-dvh">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center justify-between gap-x-3 px-4">
          <a
            href="/"
            aria-label="Doorstep, back to the sale"
            className="flex min-h-11 items-center rounded-lg"
          >
            <Logo />
          </a>
          {provider}
        </div>
      </header>
      <main onClickCapture={ignoreSecondTap} className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-5">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl font-semibold tracking-tight">GHL Connection Test</h1>
          {badge}
        </div>
        <div className="grid gap-2 sm:grid-cols-3">
          {ACTIONS.map(({ action, name }) => (
            <Button
              key={action}
              look={action === 'check' ? 'primary' : 'secondary'}
              disabled={onAction === undefined}
              busy={busy}
              onClick={() => onAction?.(action)}
            >
              {name}
            </Button>
          ))}
        </div>
        {children}
      </main>
    </div>
  )
}
