import { useState } from 'react'
import type { LeadPull } from '#protocol/back-office.ts'
import { stopLeadPull } from '../../http/lead-pull.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { formatMoment, progressOf } from '../../ui/wording.ts'
import { useMay } from './account/account.ts'

/** `pull` is undefined until it has been read, and null if there has never been one. */
type LeadSyncProps = { pull: LeadPull | null | undefined; onChange: () => void }

/** The running pull of leads with its progress, or how the last one ended. */
export function LeadSync({ pull, onChange }: LeadSyncProps) {
  const [stopping, setStopping] = useState(false)
  const mayStop = useMay('sync-crm')

  async function cancel() {
    setStopping(true)
    const stopped = await stopLeadPull()
    setStopping(false)
    if (!stopped.ok) toast(`Couldn’t cancel: ${stopped.failure.message}`, 'bad')
    onChange()
  }

  return (
    <section aria-label="Lead sync" className="card px-4 py-2">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="font-semibold">Lead sync</h2>
        {pull?.state === 'running' && mayStop && (
          <Button look="secondary" busy={stopping} onClick={() => void cancel()}>
            Cancel
          </Button>
        )}
      </div>
      {pull === undefined && <p className="skeleton mb-3 h-4 w-2/3 animate-breathe" />}
      {pull === null && <p className="pb-2 text-muted">No leads synced yet.</p>}
      {pull && (pull.state === 'running' ? <Running pull={pull} /> : <Ended {...pull} state={pull.state} />)}
    </section>
  )
}

function Running({ pull: { seen, total, started_at } }: { pull: LeadPull }) {
  const counts = progressOf(seen, total, 'lead')
  const share = total === null ? undefined : Math.min(seen / Math.max(total, 1), 1)
  return (
    <div className="pb-2">
      <div
        role="progressbar"
        aria-label="Leads synced"
        aria-valuetext={counts}
        {...(total !== null && { 'aria-valuenow': seen, 'aria-valuemin': 0, 'aria-valuemax': total })}
        className="my-2 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full bg-accent transition-[width] duration-500 ${share === undefined ? 'w-full animate-breathe' : ''}`}
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold">{counts}</span>
        <span className="text-sm text-muted">since {formatMoment(started_at)}</span>
      </p>
    </div>
  )
}

const ENDINGS = { done: 'Synced', failed: 'Failed after', cancelled: 'Cancelled after' }

type EndedProps = LeadPull & { state: keyof typeof ENDINGS }

function Ended({ state, seen, total, message, started_at, finished_at }: EndedProps) {
  return (
    <div className="pb-2">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className={state === 'failed' ? 'text-danger' : ''}>
          {ENDINGS[state]} {progressOf(seen, state === 'done' ? null : total, 'lead')}
        </span>
        <span className="text-sm text-muted">{formatMoment(finished_at ?? started_at)}</span>
      </p>
      {message !== null && state === 'failed' && <p className="wrap-anywhere text-muted">{message}</p>}
    </div>
  )
}
