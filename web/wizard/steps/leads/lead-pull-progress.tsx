import { useEffect, useState } from 'react'
import { readLeadPull, stopLeadPull } from '../../../api/back-office.ts'
import { usePolled } from '../../../api/use-polled.ts'
import { Button } from '../../../ui/button.tsx'
import { progressOf } from '../../../ui/wording.ts'

const POLL_MS = 2000
/** A sync that is done sooner needs no words. */
const PATIENCE_MS = 1000

/** How far the sync of leads has come: the one that was asked for here, or one that ran before the page was opened. */
export function LeadPullProgress({ syncing }: { syncing: boolean }) {
  const [found, setFound] = useState(false)
  useEffect(() => {
    void readLeadPull().then((pull) => setFound(pull.ok && pull.value?.state === 'running'))
  }, [])
  return syncing || found ? <Running onEnd={() => setFound(false)} /> : null
}

function Running({ onEnd }: { onEnd: () => void }) {
  const { value: pull } = usePolled(readLeadPull, POLL_MS)
  const [isLong, setIsLong] = useState(false)
  const [stopping, setStopping] = useState(false)
  const ended = pull !== undefined && pull?.state !== 'running'

  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has ended
  useEffect(() => {
    if (ended) onEnd()
  }, [ended])

  if (!isLong || !pull || ended) return null
  const { seen, total } = pull
  // The wizard has its progress bar already; this one is told in words.
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
      <Button
        look="quiet"
        disabled={stopping}
        onClick={() => {
          setStopping(true)
          void stopLeadPull().then(() => setStopping(false))
        }}
      >
        Cancel
      </Button>
    </div>
  )
}
