import { dateInWords } from '#domain/cooling-off/calendar-date.ts'
import { lastDayToCancel } from '#domain/cooling-off/cooling-off.ts'
import type { Tracked } from './ticks.ts'

/**
 * Returns until when the customer of a signed sale can cancel; null if the sale is not signed. Until the copy is known to
 * have been given, the day is the earliest (docs/product 13.1).
 */
export function canCancelUntil({ row, deliveries }: Pick<Tracked, 'row' | 'deliveries'>): string | null {
  const { status, contract_timestamp: signedAt } = row
  if (status !== 'closed-won' || signedAt === null) return null
  const informedAt = deliveries?.copy_state?.at ?? null
  const day = dateInWords(lastDayToCancel({ signedAt, informedAt: informedAt ?? signedAt }))
  const sentence = `The customer can cancel until the end of ${day}`
  return informedAt ? sentence : `${sentence}, or later if they get their copy later`
}
