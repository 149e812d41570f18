import { useState } from 'react'
import { LIFT_REASONS, type LiftReason } from '#domain/street/register-terms.ts'
import { LIFT_REASON_WORDS, placeInWords } from '#domain/street/register-words.ts'
import type { RegisterListed } from '#protocol/register.ts'
import { liftEntry } from '../../../http/register.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { toast } from '../../../ui/toast-store.ts'

type LiftEntryProps = { entry: RegisterListed; onLifted: () => void; onClose: () => void }

/** Asks why an entry should end. If no reason is given, it stays. */
export function LiftEntry({ entry, onLifted, onClose }: LiftEntryProps) {
  const [why, setWhy] = useState<LiftReason>()
  const [busy, setBusy] = useState(false)
  const place = placeInWords(entry)

  async function lift() {
    if (!why) return
    setBusy(true)
    const lifted = await liftEntry(entry.id, why)
    setBusy(false)
    if (!lifted.ok) return toast(`Couldn’t lift it: ${lifted.failure.message}`, 'bad')
    onLifted()
    onClose()
    toast(`Lifted: Agents may call at ${place} again, unless another entry covers it`)
  }

  return (
    <Dialog title="Lift this entry?" onClose={onClose}>
      <DialogForm onSubmit={() => lift()}>
        <p className="wrap-anywhere">
          <strong>{place}</strong>
        </p>
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">Why are you lifting it?</legend>
          {LIFT_REASONS.map((reason) => (
            <label key={reason} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="why"
                className="size-5 accent-(--color-accent)"
                checked={why === reason}
                onChange={() => setWhy(reason)}
              />
              {LIFT_REASON_WORDS[reason]}
            </label>
          ))}
        </fieldset>
        <DialogFoot leave="Keep it" onLeave={onClose}>
          <Button type="submit" busy={busy} disabled={!why}>
            Lift entry
          </Button>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  )
}
