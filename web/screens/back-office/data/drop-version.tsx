import { useState } from 'react'
import { monthInWords } from '#domain/premises/in-words.ts'
import type { DatasetListed } from '#protocol/premises-data.ts'
import { dropVersion } from '../../../http/premises-data.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { KIND_NAMES } from './data-words.ts'

type DropVersionProps = {
  version: DatasetListed
  /** The kept version of its kind, if there is one. */
  kept: DatasetListed | undefined
  onDropped: () => void
  onClose: () => void
}

/** Asks before a version's rows are deleted, and says which version answers afterwards. */
export function DropVersion({ version, kept, onDropped, onClose }: DropVersionProps) {
  const [busy, setBusy] = useState(false)
  const name = `${KIND_NAMES[version.kind]}, ${monthInWords(version.observed_month)}`

  async function drop() {
    setBusy(true)
    const dropped = await dropVersion(version.id)
    setBusy(false)
    if (!dropped.ok) return toast(`Couldn’t drop it: ${dropped.failure.message}`, 'bad')
    onDropped()
    onClose()
    toast(`Dropped: ${name}`)
  }

  return (
    <Dialog title="Drop this version?" onClose={onClose}>
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5">
        <p>
          <strong>{name}</strong>
        </p>
        <p>{consequenceOf(version, kept)} To bring it back, import its files again.</p>
        <DialogFoot leave="Keep it" onLeave={onClose}>
          <Button busy={busy} onClick={() => void drop()}>
            Drop version
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}

function consequenceOf({ state, kind }: DatasetListed, kept: DatasetListed | undefined): string {
  if (state !== 'active') return 'It isn’t in use, so nothing changes for agents.'
  if (kept) return `The version of ${monthInWords(kept.observed_month)} will be used again.`
  return kind === 'uprn-points'
    ? 'No earlier version is kept, so the doors it placed will leave the map.'
    : 'No earlier version is kept, so checks will have no data of this kind.'
}
