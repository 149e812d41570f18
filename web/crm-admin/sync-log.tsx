import { useEffect, useState } from 'react'
import { SYNC_LOG_LIMIT, type SyncLogEntry } from '#protocol/tables.ts'
import { callApi } from '../api/http.ts'
import { EmptyState, ErrorState, SkeletonCards } from '../ui/states.tsx'

const PATH = `/rest/v1/ghl_sync_log?select=*&order=created_at.desc&limit=${SYNC_LOG_LIMIT}`
const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' })

type Log = { entries: readonly SyncLogEntry[] } | { problem: string } | undefined

/** The latest entries of the sync log, newest first; read again after every run. */
export function SyncLog({ runs }: { runs: number }) {
  const [log, setLog] = useState<Log>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every run and every try reads again
  useEffect(() => {
    let current = true
    void callApi(PATH).then((result) => {
      if (!current) return
      setLog(result.ok ? { entries: JSON.parse(result.body) } : { problem: result.failure.message })
    })
    return () => {
      current = false
    }
  }, [runs, tries])

  return (
    <section aria-label="Sync log" className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">Sync log</h2>
      <div tabIndex={0} className="max-h-96 overflow-y-auto">
        {log === undefined && <SkeletonCards count={2} label="Loading the sync log" />}
        {log && 'problem' in log && (
          <ErrorState
            message={`Error loading the sync log: ${log.problem}`}
            onRetry={() => setTries(tries + 1)}
          />
        )}
        {log && 'entries' in log && log.entries.length === 0 && (
          <EmptyState>Nothing has passed between Doorstep and the CRM yet.</EmptyState>
        )}
        {log && 'entries' in log && log.entries.length > 0 && <Entries entries={log.entries} />}
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
            {operation}
          </span>
          <span className="min-w-0 flex-1 wrap-anywhere">{message}</span>
          <span className="text-sm text-muted">
            {WHEN.format(new Date(created_at))} · {duration_ms} ms
          </span>
        </li>
      ))}
    </ul>
  )
}
