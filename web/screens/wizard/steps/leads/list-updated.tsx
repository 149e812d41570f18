import { useLists } from '../../../../app-context.ts'
import { AgeOf } from '../../../../ui/age-of.tsx'
import { Button } from '../../../../ui/button.tsx'

/**
 * Says since when the list may differ from the server's. If the phone is online but receives no changes, the agent can
 * read the list again.
 */
export function ListUpdated({ at }: { at: string }) {
  const lists = useLists()
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2">
      <p className="text-sm text-muted">
        Updated <AgeOf moment={at} />
      </p>
      {!lists.isOffline && (
        <Button look="quiet" className="-mx-3.5" onClick={() => void lists.retry()}>
          Refresh
        </Button>
      )}
    </div>
  )
}
