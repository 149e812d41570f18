import { useCallback, useState } from 'react'
import { copyForCompany } from '#domain/copy/copy-in-words.ts'
import { formatWhole } from '#domain/kernel/thousands.ts'
import type { SaleNotGiven } from '#protocol/office-lists.ts'
import { readDocumentsNotGiven } from '../../../http/office-lists.ts'
import { usePolled } from '../../../http/use-polled.ts'
import { AgeOf } from '../../../ui/age-of.tsx'
import { formatMoment } from '../../../ui/wording.ts'
import { CountMark } from '../count-mark.tsx'
import { OfficeList } from '../office-list.tsx'
import { SaleToDealWith } from '../sale-to-deal-with.tsx'

const POLL_MS = 10_000

/** Won sales whose customers may not have the documents yet, the longest wait first (docs/product 2.17). */
export function DocumentsNotGiven() {
  const [showsDealtWith, setShowsDealtWith] = useState(false)
  const read = useCallback(() => readDocumentsNotGiven(showsDealtWith), [showsDealtWith])
  const { value, refresh } = usePolled(read, POLL_MS)
  const more = showsDealtWith ? 0 : (value?.count ?? 0) - (value?.sales.length ?? 0)
  return (
    <OfficeList
      title="Documents not yet given"
      count={value && <CountMark count={value.count} />}
      showsDealtWith={showsDealtWith}
      onToggle={() => setShowsDealtWith(!showsDealtWith)}
      empty={
        showsDealtWith
          ? 'Nothing has been dealt with by hand.'
          : 'All clear. Every customer has their documents.'
      }
      more={more > 0 ? `and ${formatWhole(more)} more recent ones` : undefined}
    >
      {value?.sales.map((sale) => (
        <SaleToDealWith
          key={sale.session_id}
          sale={sale}
          kind="documents"
          when={<AgeOf moment={sale.since} />}
          onChange={refresh}
        >
          {stateInWords(sale)}
        </SaleToDealWith>
      ))}
    </OfficeList>
  )
}

const stateInWords = ({ dealt_with_at, copy_state }: SaleNotGiven) =>
  dealt_with_at === null
    ? copy_state && copyForCompany(copy_state, formatMoment)
    : `Dealt with ${formatMoment(dealt_with_at)}`
