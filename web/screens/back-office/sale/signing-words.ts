import { clockErrorInWords } from '#domain/evidence/clock-words.ts'
import type { Evidence } from '#domain/evidence/evidence.ts'
import type { SaleEvent } from '#protocol/sale-record.ts'
import type { EventWords } from './described-event.ts'

/** If two clocks differ by less than this, they count as equal. */
const SAME_MS = 5_000

/** Returns how the customer signed, what they chose, and how wrong the phone's clock was. */
export function signingInWords(details: SaleEvent['details']): EventWords {
  const { kind, choices, clock } = details as {
    kind?: Evidence['signature']['kind']
    choices?: Partial<Evidence['choices']>
    clock?: Partial<Evidence['clock']>
  }
  return {
    title: kind === 'typed' ? 'The customer signed by typing a name' : 'The customer signed',
    lines: [
      choices?.copy === 'paper' ? 'Copy on paper.' : 'Copy by email.',
      choices?.begin_early ? 'The service may begin before the 14 days are over.' : '',
      clockInWords(clock?.server_ahead_ms),
    ],
  }
}

function clockInWords(aheadMs: number | null | undefined): string {
  if (aheadMs == null) return 'Time by the phone’s clock, which could not be compared.'
  if (Math.abs(aheadMs) < SAME_MS) return ''
  return `Time by the phone’s clock, which was ${clockErrorInWords(aheadMs / 1_000)}.`
}
