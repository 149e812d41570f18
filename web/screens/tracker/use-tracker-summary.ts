import { useCallback } from 'react'
import { summariseOpportunities, summariseTallies, type TrackerSummary } from '#domain/opportunity/tracker.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { MAX_ROWS_ON_A_PHONE } from '#protocol/territory.ts'
import { useLists } from '../../app-context.ts'
import { usePolled } from '../../http/use-polled.ts'
import { readSalesTallies } from '../../lists/sales-tallies.ts'

const EVERY_MS = 5_000
const NOT_ASKED: ReturnType<typeof readSalesTallies> = Promise.resolve({
  ok: false,
  failure: { message: '' },
})

/**
 * Returns the tracker's counts. If this phone cannot keep every opportunity, the server counts them (docs/product
 * 10.6). The summary is undefined until one or the other is known.
 */
export function useTrackerSummary(opportunities: readonly OpportunityListed[] | undefined): {
  summary: TrackerSummary | undefined
  isWhole: boolean
} {
  const { area, offeredAreas } = useLists()
  const isWhole = offeredAreas === undefined && (opportunities?.length ?? 0) < MAX_ROWS_ON_A_PHONE
  const read = useCallback(() => (isWhole ? NOT_ASKED : readSalesTallies(area)), [isWhole, area])
  const { value } = usePolled(read, EVERY_MS)
  const isCounted = !isWhole && value !== undefined
  const summary = isCounted ? summariseTallies(value) : opportunities && summariseOpportunities(opportunities)
  return { summary, isWhole }
}
