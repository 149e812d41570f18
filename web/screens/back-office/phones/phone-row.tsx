import { CircleAlert } from 'lucide'
import { useId } from 'react'
import type { PhoneListed } from '#protocol/phones.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { countOf } from '../../../ui/wording.ts'
import { wonSalesAddress } from '../sales/search-in-address.ts'
import { PhoneActions, type PhoneOrder } from './phone-actions.tsx'
import { stateInWords } from './phone-state-words.ts'
import { conditionInWords, waitingInWords } from './phone-words.ts'

type PhoneRowProps = {
  phone: PhoneListed
  /** Absent if the viewer may not name phones. */
  onRename: (() => void) | undefined
  /** Absent if the viewer may not manage phones. */
  onOrder: ((order: PhoneOrder) => void) | undefined
}

/** A phone: what waits on it, when it was last seen, and what it has sold. */
export function PhoneRow({ phone, onRename, onOrder }: PhoneRowProps) {
  const nameId = useId()
  const { id, name, won_sales, needs_attention, person } = phone
  const state = stateInWords(phone)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 px-4 py-2">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <h2 id={nameId} className="font-semibold">
          {name}
        </h2>
        {person && <p>{person}</p>}
        {state && <p className="font-semibold">{state}</p>}
        {waitingInWords(phone).map((line) => (
          <p key={line} className={needs_attention ? 'font-semibold text-danger' : ''}>
            {needs_attention && <Icon of={CircleAlert} size={16} className="mr-1.5 inline align-[-0.15em]" />}
            {line}
          </p>
        ))}
        <p className="text-sm text-muted">{conditionInWords(phone)}</p>
        {won_sales > 0 && (
          <a
            href={wonSalesAddress({ phone: id })}
            className="inline-block rounded-lg py-3 text-accent underline underline-offset-4"
          >
            {countOf(won_sales, 'sale')} won
          </a>
        )}
      </div>
      <div className="-mx-3.5 flex flex-wrap">
        {onOrder && <PhoneActions phone={phone} describedBy={nameId} onOrder={onOrder} />}
        {onRename && (
          <Button look="quiet" aria-describedby={nameId} onClick={onRename}>
            Rename
          </Button>
        )}
      </div>
    </li>
  )
}
