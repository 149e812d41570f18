import { useState } from 'react'
import type { PhoneListed, PhonesListed } from '#protocol/phones.ts'
import { readPhones } from '../../../http/phones.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx'
import { ToastRegion } from '../../../ui/toasts.tsx'
import { countOf } from '../../../ui/wording.ts'
import { useMay } from '../account/account.ts'
import { NoAnswer } from '../notices.tsx'
import { PhonesFrame } from '../page-frames.tsx'
import { useFocusKeptInRow } from '../use-focus-kept-in-row.ts'
import { NamePhone } from './name-phone.tsx'
import { OrderPhone } from './order-phone.tsx'
import type { PhoneOrder } from './phone-actions.tsx'
import { PhoneRow } from './phone-row.tsx'

const POLL_MS = 10_000

/** The phones that agents sell with, and what has not arrived from them (docs/product 24.4). */
export function PhonesPage() {
  const { value, failingSince, refresh } = usePolled(readPhones, POLL_MS)
  const heading = useFocusKeptInRow<HTMLParagraphElement>(value)
  const [naming, setNaming] = useState<PhoneListed>()
  const [ordered, setOrdered] = useState<{ phone: PhoneListed; order: PhoneOrder }>()
  const mayOrder = useMay('manage-phones')
  const mayRename = useMay('write-office')
  return (
    <PhonesFrame>
      {failingSince && <NoAnswer since={failingSince} />}
      <section aria-label="Phones" className="card overflow-hidden">
        <p ref={heading} tabIndex={-1} role="status" className="px-4 pt-2.5 text-sm text-muted empty:hidden">
          {value && value.phones.length > 0 && howMany(value)}
        </p>
        {!value && <SkeletonRows count={3} label="Loading the phones" />}
        {value?.phones.length === 0 && (
          <EmptyState>
            No phones yet. A phone shows here about a minute after an agent opens the app.
          </EmptyState>
        )}
        <ul className="divide-y divide-line">
          {value?.phones.map((phone) => (
            <PhoneRow
              key={phone.id}
              phone={phone}
              onRename={mayRename ? () => setNaming(phone) : undefined}
              onOrder={mayOrder ? (order) => setOrdered({ phone, order }) : undefined}
            />
          ))}
        </ul>
        <p className="border-t border-line px-4 py-2.5 text-sm text-muted">
          Phones report while they are online. What an agent signs offline shows once the phone is back
          online.
        </p>
      </section>
      {naming && <NamePhone phone={naming} onNamed={refresh} onClose={() => setNaming(undefined)} />}
      {ordered && <OrderPhone {...ordered} onDone={refresh} onClose={() => setOrdered(undefined)} />}
      <ToastRegion place="page" />
    </PhonesFrame>
  )
}

function howMany({ phones, more }: PhonesListed): string {
  const count = more ? `The first ${phones.length} phones` : countOf(phones.length, 'phone')
  const inNeed = phones.filter(({ needs_attention }) => needs_attention).length
  return inNeed === 0 ? count : `${count}, ${inNeed} ${inNeed === 1 ? 'needs' : 'need'} attention`
}
