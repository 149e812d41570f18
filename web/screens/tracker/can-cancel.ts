import { dateInWords, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { lastDayToCancel } from '#domain/cooling-off/cooling-off.ts'
import type { Tracked } from './ticks.ts'

/**
 * Returns until when the customer of a signed sale can cancel; null if the sale is not signed. This is the earliest
 * possible day until the copy is known to be given. Until the server has answered, the phone's clock decides
 * (docs/product 13.1).
 */
export function canCancelUntil(
  { row, deliveries }: Pick<Tracked, 'row' | 'deliveries'>,
  now = new Date(),
): string | null {
  const { status, contract_timestamp: signedAt } = row
  if (status !== 'closed-won' || signedAt === null) return null
  const clock = deliveries?.clock ?? { signed_at: signedAt, informed_at: null }
  const informedAt = clock.informed_at
  const day = lastDayToCancel({ signedAt: clock.signed_at, informedAt: informedAt ?? clock.signed_at })
  if (informedAt && day < londonDateOf(now.toISOString()))
    return `The customer could cancel until the end of ${dateInWords(day)}`
  const sentence = `The customer can cancel until the end of ${dateInWords(day)}`
  return informedAt ? sentence : `${sentence}, or later if they get their copy later`
}
