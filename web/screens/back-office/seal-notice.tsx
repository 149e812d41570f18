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
        <strong>No document is being sealed.</strong> {reason} Sales go on, and what was signed is sealed once
        the key can be used. Ask the operator to look at section 12 of the operations manual.
      </Notice>
    )
  if (expiresAt === null) return null
  return (
    <Notice icon={icon}>
      <strong>The certificate of the seal ends on {dateInWords(londonDateOf(expiresAt))}.</strong> Until then
      documents are sealed as before, afterwards they wait. Ask the operator to make a new key and to set
      SEAL_KEY_FILE to it (section 12 of the operations manual).
    </Notice>
  )
}
