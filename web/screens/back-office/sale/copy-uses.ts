import type { SaleEvent } from '#protocol/sale-record.ts'
import { londonMoment } from './london-moment.ts'

const USES: readonly { kind: string; words: string }[] = [
  { kind: 'confirmed', words: 'The customer confirmed receiving it' },
  { kind: 'copy-downloaded', words: 'The customer downloaded it' },
  { kind: 'shared', words: 'The agent shared it with the customer’s device' },
  { kind: 'link-opened', words: 'The customer opened its page' },
]

/** Returns what the customer did with the copy, and when they first did it. What proves most comes first. */
export function usesInWords(events: readonly SaleEvent[]): string[] {
  return USES.flatMap(({ kind, words }) => {
    const first = events.find((event) => event.kind === kind)
    return first ? [`${words}, ${londonMoment(first.at)}.`] : []
  })
}
