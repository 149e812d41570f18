import { Ban } from 'lucide'
import { useId } from 'react'
import {
  LIFT_REASON_WORDS,
  placeInWords,
  REGISTER_REASON_WORDS,
  REGISTER_SOURCE_NAMES,
} from '#domain/street/register-words.ts'
import type { RegisterListed } from '#protocol/register.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { londonMoment } from '../sale/london-moment.ts'

/** `onLift` is absent if the viewer may not lift entries. */
type RegisterRowProps = { entry: RegisterListed; onLift: (() => void) | undefined }

/** An entry: where, why, who entered it, and how it ended. */
export function RegisterRow({ entry, onLift }: RegisterRowProps) {
  const { uprn, address_key, reason, source, at, phone, phone_name, lifted_at } = entry
  const placeId = useId()
  const isLifted = lifted_at !== null
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p id={placeId} className={isLifted ? 'text-muted line-through' : 'font-semibold'}>
          {!isLifted && <Icon of={Ban} size={16} className="mr-1.5 inline align-[-0.15em] text-danger" />}
          {placeInWords(entry)}
        </p>
        <p className="text-sm text-muted">
          {[
            REGISTER_REASON_WORDS[reason],
            `${REGISTER_SOURCE_NAMES[source]}, ${londonMoment(at)}`,
            uprn && address_key && `UPRN ${uprn}`,
            phone_name ?? (phone && `Phone ${phone.slice(0, 8)}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isLifted && <p className="text-sm">{howLifted(entry)}</p>}
      </div>
      {!isLifted && onLift && (
        <Button look="quiet" className="-mx-3.5" aria-describedby={placeId} onClick={onLift}>
          Lift
        </Button>
      )}
    </li>
  )
}

function howLifted({ lifted_at, lifted_by, lifted_why }: RegisterListed): string {
  const by = lifted_by === 'agent' ? 'by the agent' : 'by the office'
  return `Lifted ${by} ${londonMoment(lifted_at ?? '')}: ${lifted_why ? LIFT_REASON_WORDS[lifted_why] : ''}`
}
