import { CircleAlert } from 'lucide'
import { isList } from '#domain/kernel/parse-json.ts'
import type { SyncLogEntry } from '#protocol/tables.ts'
import { SYNC_LOG_PATH } from '../../http/back-office.ts'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { formatDuration, formatMoment } from '../../ui/wording.ts'
import { describeEntry, resultOf } from './sync-log-words.ts'
import { useCustomerNames } from './use-customer-names.ts'
import { useRead } from './use-read.ts'

/** The latest entries of the sync log, newest first. On a phone they scroll with the page. */
export function SyncLog({ version }: { version: string | undefined }) {
  const { value: entries, problem, again } = useRead(SYNC_LOG_PATH, isList<SyncLogEntry>, version)
  return (
    <section aria-label="Sync log" className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">Sync log</h2>
      {problem && <ErrorState message={`Error loading the sync log: ${problem}`} onRetry={again} />}
      <div
        tabIndex={0}
        className="-outline-offset-3 lg:max-h-[40rem] lg:overflow-y-auto lg:overscroll-contain"
      >
        {!entries && !problem && <SkeletonRows count={2} label="Loading the sync log" />}
        {entries?.length === 0 && (
          <EmptyState>Nothing has passed between Doorstep and the CRM yet.</EmptyState>
        )}
        {entries && entries.length > 0 && <Entries entries={entries} />}
      </div>
    </section>
  )
}

/** A table if there is room for one, otherwise a block per entry. */
function Entries({ entries }: { entries: readonly SyncLogEntry[] }) {
  const names = useCustomerNames(entries)
  return (
    <table className="w-full text-left max-sm:block">
      <thead className="text-xs text-muted max-sm:sr-only">
        <tr>
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className="border-b border-line py-2 pr-3 font-semibold first:pl-4 last:pr-4 last:text-right"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} sale={names && saleOf(entry, names)} />
        ))}
      </tbody>
    </table>
  )
}

const COLUMNS = ['Time', 'What', 'Sale', 'Result', 'Took']

function Entry({ entry, sale }: { entry: SyncLogEntry; sale: string | undefined }) {
  const { operation, status, duration_ms, created_at, session_id } = entry
  const hasFailed = status === 'error'
  return (
    <tr className="align-baseline text-sm max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3 max-sm:px-4 max-sm:py-2">
      <td className="py-2 pr-3 pl-4 whitespace-nowrap text-muted max-sm:order-2 max-sm:ml-auto max-sm:p-0">
        <time dateTime={created_at}>{formatMoment(created_at)}</time>
      </td>
      <td className="py-2 pr-3 max-sm:basis-3/4 max-sm:p-0">
        <span className="block text-base font-semibold">{describeEntry(entry)}</span>
        <span className="block font-mono text-xs text-muted">{operation}</span>
      </td>
      <td className="py-2 pr-3 max-sm:order-3 max-sm:p-0">
        <span className="line-clamp-3 wrap-anywhere" title={[sale, session_id].filter(Boolean).join(', ')}>
          {sale}
        </span>
      </td>
      <td
        className={`py-2 pr-3 wrap-anywhere max-sm:order-4 max-sm:p-0 ${hasFailed ? 'text-danger max-sm:basis-full' : ''}`}
      >
        {hasFailed && (
          <Icon of={CircleAlert} label="Failed" size={16} className="mr-1.5 inline align-[-0.15em]" />
        )}
        {resultOf(entry)}
      </td>
      <td className="py-2 pr-4 text-right whitespace-nowrap text-muted max-sm:order-5 max-sm:p-0">
        {formatDuration(duration_ms)}
      </td>
    </tr>
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

/** Returns a shortened id such as `sale_…7533_w9dz73h`, because session ids differ at the end. */
const shortened = (sessionId: string) =>
  sessionId.length <= MAX_CHARACTERS ? sessionId : `${sessionId.slice(0, HEAD)}…${sessionId.slice(-TAIL)}`
