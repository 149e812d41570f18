import { Ban } from 'lucide'
import { REGISTER_REASON_WORDS } from '#domain/street/register-words.ts'
import { REGISTER_PAGE } from '#protocol/register.ts'
import type { SaleRecord } from '#protocol/sale-record.ts'
import { Icon } from '../../../ui/icon.tsx'
import { formatMoment } from '../../../ui/wording.ts'
import { Notice } from '../notice.tsx'

/** Says that a sale was signed at a door on the do-not-knock register. */
export function ClosedDoor({ register }: { register: SaleRecord['register'] }) {
  if (!register) return null
  const { reason, asked_at, dealt_with_at } = register
  return (
    <Notice icon={<Icon of={Ban} size={20} />}>
      <strong>Signed at a door on the do-not-knock register.</strong> {REGISTER_REASON_WORDS[reason]},{' '}
      {formatMoment(asked_at)}.{' '}
      {dealt_with_at === null ? (
        <a href={REGISTER_PAGE} className="text-accent underline underline-offset-4">
          Deal with it
        </a>
      ) : (
        `Dealt with ${formatMoment(dealt_with_at)}.`
      )}
    </Notice>
  )
}
