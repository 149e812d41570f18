import { CircleAlert } from 'lucide-react'
import type { SyncLogEntry } from '#protocol/tables.ts'
import { SYNC_LOG_PATH } from '../api/back-office.ts'
import { EmptyState, ErrorState, SkeletonCards } from '../ui/states.tsx'
import { formatDuration, formatMoment } from '../ui/wording.ts'
import { useRead } from './use-read.ts'

/** The latest entries of the sync log, newest first, as they come. */
export function SyncLog({ version }: { version: string | undefined }) {
  const { value: entries, problem, again } = useRead<readonly SyncLogEntry[]>(SYNC_LOG_PATH, version)
  return (
    <section aria-label="Sync log" className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">Sync log</h2>
      <div tabIndex={0} className="max-h-112 overflow-y-auto overscroll-contain">
        {!entries && !problem && <SkeletonCards count={2} label="Loading the sync log" />}
        {!entries && problem && (
          <ErrorState message={`Error loading the sync log: ${problem}`} onRetry={again} />
        )}
        {entries?.length === 0 && (
          <EmptyState>Nothing has passed between Doorstep and the CRM yet.</EmptyState>
        )}
        {entries && entries.length > 0 && <Entries entries={entries} />}
      </div>
    </section>
  )
}

function Entries({ entries }: { entries: readonly SyncLogEntry[] }) {
  return (
    <ul className="divide-y divide-line">
      {entries.map(({ id, operation, status, message, duration_ms, created_at }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
          <span className={`font-medium wrap-anywhere ${status === 'error' ? 'text-danger' : 'text-accent'}`}>
            {status === 'error' && (
              <CircleAlert
                role="img"
                aria-label="Not done"
                size={16}
                className="mr-1.5 inline align-[-0.15em]"
              />
            )}
            {operation}
          </span>
          <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{message}</span>
          <span className="basis-full text-sm text-muted sm:basis-auto">
            <time dateTime={created_at}>{formatMoment(created_at)}</time> · {formatDuration(duration_ms)}
          </span>
        </li>
      ))}
    </ul>
  )
}
