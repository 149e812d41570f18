import { readImportProgress } from '../../../http/lead-files.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { progressOf } from '../../../ui/wording.ts'

const POLL_MS = 1_000

/** How far the import with this hash has come. */
export function ImportProgressBar({ hash }: { hash: string }) {
  const { value } = usePolled(readImportProgress, POLL_MS)
  const progress = value?.hash === hash ? value : undefined
  const words = progress ? progressOf(progress.done, progress.rows, 'row') : 'Checking the rows…'
  return (
    <div className="flex flex-col gap-2 border-t border-line px-4 py-4">
      <div
        role="progressbar"
        aria-label="Rows imported"
        aria-valuetext={words}
        {...(progress && {
          'aria-valuenow': progress.done,
          'aria-valuemin': 0,
          'aria-valuemax': progress.rows,
        })}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full bg-accent transition-[width] duration-500 ${progress ? '' : 'w-full animate-breathe'}`}
          style={progress && { width: `${(progress.done / Math.max(progress.rows, 1)) * 100}%` }}
        />
      </div>
      <p>{words}</p>
      <p className="text-sm text-muted">
        You can leave this page: the import continues. If it is interrupted, choose the file again.
      </p>
    </div>
  )
}
