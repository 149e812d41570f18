import { useEffect, useState } from 'react'
import { readLeadPull, stopLeadPull } from '../../../../http/lead-pull.ts'
import { usePolled } from '../../../../http/use-polled.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { progressOf } from '../../../../ui/wording.ts'

const POLL_MS = 2000
/** If a sync takes less time than this, no progress shows. */
const GRACE_MS = 1000

/** The progress of the running pull, with a button to cancel it. */
export function LeadPullProgress({ onEnd }: { onEnd: () => void }) {
  const { value: pull } = usePolled(readLeadPull, POLL_MS)
  const [isLong, setIsLong] = useState(false)
  const [stopping, setStopping] = useState(false)
  const ended = pull !== undefined && pull?.state !== 'running'

  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every answer
  useEffect(() => {
    if (ended) onEnd()
  }, [pull])

  async function cancel() {
    setStopping(true)
    const stopped = await stopLeadPull()
    setStopping(false)
    if (!stopped.ok) toast(`Couldn’t cancel: ${stopped.failure.message}`, 'bad')
  }

  if (!isLong || !pull || ended) return null
  const { seen, total } = pull
  // The page may have only one progressbar, which is the wizard's, so screen readers get this one as text.
  return (
    <div className="flex items-center gap-3 rounded-xl bg-sunken pl-4">
      <div className="min-w-0 flex-1">
        <output className="text-sm font-semibold">{progressOf(seen, total, 'lead')}</output>
        {total !== null && (
          <div aria-hidden className="mt-1 h-1 overflow-hidden rounded-full bg-line">
            <div
              className="h-full rounded-full bg-accent transition-[width] duration-500"
              style={{ width: `${Math.min((100 * seen) / Math.max(total, 1), 100)}%` }}
            />
          </div>
        )}
      </div>
      <Button look="quiet" busy={stopping} onClick={() => void cancel()}>
        Cancel
      </Button>
    </div>
  )
}
