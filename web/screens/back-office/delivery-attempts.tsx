import { isList } from '#domain/kernel/parse-json.ts'
import type { DeliveryAttempt } from '#protocol/back-office.ts'
import { attemptsPath } from '../../http/back-office.ts'
import { ErrorState } from '../../ui/states.tsx'
import { formatDuration, formatMoment } from '../../ui/wording.ts'
import { useRead } from './use-read.ts'

/** The kept attempts of a delivery, newest first. */
export function DeliveryAttempts({ id, version }: { id: number; version: string }) {
  const { value: attempts, problem, again } = useRead(attemptsPath(id), isList<DeliveryAttempt>, version)
  return (
    <>
      {problem && <ErrorState message={`Error loading the attempts: ${problem}`} onRetry={again} />}
      {!attempts && !problem && <p className="text-muted">Loading the attempts…</p>}
      {attempts?.length === 0 && <p className="text-muted">No attempts yet.</p>}
      {attempts && attempts.length > 0 && <Attempts attempts={attempts} />}
    </>
  )
}

const Attempts = ({ attempts }: { attempts: readonly DeliveryAttempt[] }) => (
  <ol aria-label="Attempts" className="divide-y divide-line rounded-lg border border-line">
    {attempts.map(({ id, at, ok, status, message, duration_ms }) => (
      <li key={id} className="flex flex-wrap gap-x-3 px-3 py-1.5">
        <time dateTime={at}>{formatMoment(at)}</time>
        <span className={ok ? 'text-accent' : 'text-danger'}>
          {ok ? 'Accepted' : 'Failed'}
          {status !== null && ` (${status})`}
        </span>
        <span className="text-muted">{formatDuration(duration_ms)}</span>
        {message && <span className="basis-full wrap-anywhere">{message}</span>}
      </li>
    ))}
  </ol>
)
