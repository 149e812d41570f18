import { useCallback, useState } from 'react'
import { REGISTER_REASON_WORDS } from '#domain/street/register-words.ts'
import type { RegisterSale } from '#protocol/register.ts'
import { readRegisterSales } from '../../../http/register.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { formatMoment } from '../../../ui/wording.ts'
import { OfficeList } from '../office-list.tsx'
import { SaleToDealWith } from '../sale-to-deal-with.tsx'

const POLL_MS = 10_000

/** Sales that were signed although the door was on the register: the office decides what to do (docs/product 16.6). */
export function SignedSales() {
  const [showsDealtWith, setShowsDealtWith] = useState(false)
  const read = useCallback(() => readRegisterSales(showsDealtWith), [showsDealtWith])
  const { value, refresh } = usePolled(read, POLL_MS)
  return (
    <OfficeList
      title="Signed at these doors"
      showsDealtWith={showsDealtWith}
      onToggle={() => setShowsDealtWith(!showsDealtWith)}
      empty={
        showsDealtWith
          ? 'Nothing has been dealt with yet.'
          : 'All clear. No sale has been signed at a door on the register.'
      }
    >
      {value?.sales.map((sale) => (
        <SaleToDealWith
          key={sale.session_id}
          sale={sale}
          kind="do-not-knock"
          when={sale.contract_timestamp && `signed ${formatMoment(sale.contract_timestamp)}`}
          onChange={refresh}
        >
          {whyInWords(sale)}
        </SaleToDealWith>
      ))}
    </OfficeList>
  )
}

const whyInWords = ({ customer_location, reason, asked_at }: RegisterSale) =>
  [customer_location, `${REGISTER_REASON_WORDS[reason]}, ${formatMoment(asked_at)}`]
    .filter(Boolean)
    .join(' · ')
