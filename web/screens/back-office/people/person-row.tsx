import { CirclePause } from 'lucide'
import { useId } from 'react'
import type { PersonListed } from '#protocol/people.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { countOf } from '../../../ui/wording.ts'
import { wonSalesAddress } from '../sales/search-in-address.ts'
import { personInWords } from './person-words.ts'

/** `onManage` is absent if there is nothing to do about the person. */
type PersonRowProps = { person: PersonListed; onManage: (() => void) | undefined }

/** A person: their role, how they get in, when they last did, and how much they have sold. */
export function PersonRow({ person, onManage }: PersonRowProps) {
  const nameId = useId()
  const { id, name, status, won_sales } = person
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <h2 id={nameId} className={status === 'retired' ? 'text-muted' : 'font-semibold'}>
          {name}
        </h2>
        {status === 'suspended' && (
          <p className="font-semibold text-danger">
            <Icon of={CirclePause} size={16} className="mr-1.5 inline align-[-0.15em]" />
            Suspended
          </p>
        )}
        <p className="text-sm text-muted">{personInWords(person).join(' · ')}</p>
        {won_sales > 0 && (
          <a
            href={wonSalesAddress({ owner: id })}
            className="inline-block rounded-lg py-3 text-accent underline underline-offset-4"
          >
            {countOf(won_sales, 'sale')} won
          </a>
        )}
      </div>
      {onManage && (
        <Button look="quiet" className="-mx-3.5" aria-describedby={nameId} onClick={onManage}>
          Manage
        </Button>
      )}
    </li>
  )
}
