import { Hand } from 'lucide'
import { useId } from 'react'
import { HOLD_WORDS } from '#domain/access/hold-words.ts'
import type { RecordedSale } from '#protocol/sale-record.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useMay } from '../account/account.ts'
import { Notice } from '../notice.tsx'
import { ReleaseSale } from '../release-sale.tsx'
import { londonMoment } from './london-moment.ts'

/** Says that a sale is held, and lets the office release it (docs/product 26.6). */
export function HeldSale({ sale, onChange }: { sale: RecordedSale; onChange: () => void }) {
  const titleId = useId()
  const mayRelease = useMay('release-holds')
  if (!sale.held) return null
  const { hold, since } = sale.held
  return (
    <Notice
      icon={<Icon of={Hand} size={20} />}
      action={<ReleaseSale sessionId={sale.session_id} describedBy={titleId} onChange={onChange} />}
    >
      <strong id={titleId}>This sale is held.</strong> {HOLD_WORDS[hold]}, {londonMoment(since)}. CRM,
      automation and mail get it once {mayRelease ? 'you release it' : 'the office releases it'}.
    </Notice>
  )
}
