import type { PhoneListed } from '#protocol/phones.ts'
import { countOf } from '../../../ui/wording.ts'
import { londonMoment } from '../sale/london-moment.ts'

/** Returns a sentence for each thing that waits on a phone or was lost with it. */
export function waitingInWords(phone: PhoneListed): string[] {
  const { unsent_sales, unsent_signed, unsent_since, refused_sales, state } = phone
  const signed = unsent_signed === unsent_sales ? 'signed' : `${unsent_signed} of them signed`
  const sales = `${countOf(unsent_sales, unsent_signed === unsent_sales ? 'signed sale' : 'sale')}`
  const waiting = [
    `${sales} ${unsent_sales === 1 ? 'waits' : 'wait'} to be sent`,
    signed !== 'signed' && unsent_signed > 0 && signed,
    unsent_since !== null && `since ${londonMoment(unsent_since)}`,
  ]
  if (state === 'wiped' && refused_sales > 0)
    return [
      `${countOf(refused_sales, 'sale')} that the server had refused ${refused_sales === 1 ? 'was' : 'were'} lost with the wipe`,
    ]
  return [
    ...(unsent_sales > 0 ? [waiting.filter(Boolean).join(', ')] : []),
    ...(refused_sales > 0
      ? [
          `${countOf(refused_sales, 'sale')} refused: the agent can correct ${refused_sales === 1 ? 'it' : 'them'} in My Opportunities`,
        ]
      : []),
  ]
}

/** Returns when a phone last reported, its area, and how the app is kept on it. */
export function conditionInWords({ seen_at, area, is_installed, is_kept }: PhoneListed): string {
  if (seen_at === null) return 'Has not reported yet'
  const where = area === null ? undefined : area || 'No area'
  return [
    `Last seen ${londonMoment(seen_at)}`,
    where,
    is_installed ? 'App on the home screen' : 'In a browser',
    !is_kept && 'The browser may clear its data',
  ]
    .filter(Boolean)
    .join(' · ')
}
