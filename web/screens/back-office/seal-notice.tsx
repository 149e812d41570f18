import { FileWarning } from 'lucide'
import { dateInWords, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import type { BackOffice } from '#protocol/back-office.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from './notice.tsx'

/** Says that nothing is being sealed, or that the certificate is about to end, and what the operator should do. */
export function SealNotice({ seal: { reason, expiresAt } }: Pick<BackOffice, 'seal'>) {
  const icon = <Icon of={FileWarning} size={20} />
  if (reason !== null)
    return (
      <Notice icon={icon}>
        <strong>Documents are not being sealed.</strong> {reason} Agents can still sell, and signed sales will
        be sealed once the key can be used. Ask the operator to see section 12 of the operations manual.
      </Notice>
    )
  if (expiresAt === null) return null
  return (
    <Notice icon={icon}>
      <strong>The seal’s certificate expires on {dateInWords(londonDateOf(expiresAt))}.</strong> After that,
      documents wait for a new key. Ask the operator to make one and set SEAL_KEY_FILE to it (section 12 of
      the operations manual).
    </Notice>
  )
}
