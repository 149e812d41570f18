import { CircleAlert } from 'lucide'
import { isList } from '#domain/kernel/parse-json.ts'
import type { SyncLogEntry } from '#protocol/tables.ts'
import { SYNC_LOG_PATH } from '../../http/back-office.ts'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, ErrorState, SkeletonCards } from '../../ui/states.tsx'
import { formatDuration, formatMoment } from '../../ui/wording.ts'
import { useCustomerNames } from './use-customer-names.ts'
import { useRead } from './use-read.ts'

/** The latest entries of the sync log, newest first. On a phone they scroll with the page. */
export function SyncLog({ version }: { version: string | undefined }) {
  const { value: entries, problem, again } = useRead(SYNC_LOG_PATH, isList<SyncLogEntry>, version)
  return (
    <section aria-label="Sync log" className="card @container overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">Sync log</h2>
      {problem && <ErrorState message={`Error loading the sync log: ${problem}`} onRetry={again} />}
      <div tabIndex={0} className="-outline-offset-3 lg:max-h-112 lg:overflow-y-auto lg:overscroll-contain">
        {!entries && !problem && <SkeletonCards count={2} label="Loading the sync log" />}
        {entries?.length === 0 && (
          <EmptyState>Nothing has passed between Doorstep and the CRM yet.</EmptyState>
        )}
        {entries && entries.length > 0 && <Entries entries={entries} />}
      </div>
    </section>
  )
}

function Entries({ entries }: { entries: readonly SyncLogEntry[] }) {
  const names = useCustomerNames(entries)
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} sale={names && saleOf(entry, names)} />
      ))}
    </ul>
  )
}

/** Two lines. On a wide screen, message and time go beside the operation and its sale. */
function Entry({ entry, sale }: { entry: SyncLogEntry; sale: string | undefined }) {
  const { operation, status, message, duration_ms, created_at, session_id } = entry
  return (
    <li className="grid items-baseline gap-x-3 px-4 py-2 @lg:grid-cols-[11.5rem_minmax(0,1fr)_auto] @lg:grid-rows-[auto_1fr]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 @lg:contents">
        <span className={`font-semibold wrap-anywhere ${status === 'error' ? 'text-danger' : 'text-accent'}`}>
          {status === 'error' && (
            <Icon of={CircleAlert} label="Failed" size={16} className="mr-1.5 inline align-[-0.15em]" />
          )}
          {operation}
        </span>
        <span className="text-sm text-muted @lg:col-start-3 @lg:row-span-2 @lg:text-right">
          <time dateTime={created_at}>{formatMoment(created_at)}</time>
          <span className="@lg:hidden"> · </span>
          <span className="@lg:block">{formatDuration(duration_ms)}</span>
        </span>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 @lg:contents">
        <span
          className="line-clamp-3 text-sm text-muted wrap-anywhere @lg:col-start-1 @lg:row-start-2"
          title={[sale, session_id].filter(Boolean).join(', ')}
        >
          {sale}
        </span>{' '}
        <span className="wrap-anywhere @lg:col-start-2 @lg:row-span-2 @lg:row-start-1">{message}</span>
      </p>
    </li>
  )
}

/** Returns the customer's name, or the shortened session id if the name is unknown. */
function saleOf({ session_id }: SyncLogEntry, names: ReadonlyMap<string, string | null>): string {
  if (session_id === null) return 'No sale'
  return names.get(session_id)?.trim() || shortened(session_id)
}

const MAX_CHARACTERS = 20
const HEAD = 5
const TAIL = 12

/** Returns `sale_…7533_w9dz73h`: session ids differ at their end. */
const shortened = (sessionId: string) =>
  sessionId.length <= MAX_CHARACTERS ? sessionId : `${sessionId.slice(0, HEAD)}…${sessionId.slice(-TAIL)}`
