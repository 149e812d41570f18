import { type Pounds, sumPounds } from '../kernel/money.ts'
import type { Opportunity } from './opportunity.ts'
import type { OpportunityStatus } from './status.ts'
import { STATUS_NAMES } from './status-names.ts'

type Tracked = Pick<Opportunity, 'status' | 'total_value'>

export type TrackerTab = 'all' | OpportunityStatus

export const TRACKER_TABS: readonly { tab: TrackerTab; name: string; empty: string }[] = [
  { tab: 'all', name: 'All', empty: 'No opportunities yet. Complete a sales flow to see data here.' },
  { tab: 'open', name: STATUS_NAMES.open, empty: 'No open opportunities.' },
  { tab: 'qualified', name: STATUS_NAMES.qualified, empty: 'No qualified opportunities.' },
  { tab: 'closed-won', name: STATUS_NAMES['closed-won'], empty: 'No won opportunities.' },
  { tab: 'closed-lost', name: STATUS_NAMES['closed-lost'], empty: 'No lost opportunities.' },
]

export type TrackerSummary = Record<TrackerTab, number> & { totalValue: Pounds }

/** Returns the tracker's counts, and the total value of the opportunities that are not lost. */
export function summariseOpportunities(opportunities: Iterable<Tracked>): TrackerSummary {
  const summary: TrackerSummary = {
    all: 0,
    open: 0,
    qualified: 0,
    'closed-won': 0,
    'closed-lost': 0,
    totalValue: 0,
  }
  for (const { status, total_value } of opportunities) {
    summary.all += 1
    summary[status] += 1
    if (status !== 'closed-lost') summary.totalValue = sumPounds(summary.totalValue, total_value ?? 0)
  }
  return summary
}

/** Returns the same from the counts and values of each status, for a phone that does not have all opportunities. */
export function summariseTallies(
  tallies: Iterable<{ status: OpportunityStatus; count: number; value: Pounds }>,
): TrackerSummary {
  const summary = summariseOpportunities([])
  for (const { status, count, value } of tallies) {
    summary.all += count
    summary[status] += count
    if (status !== 'closed-lost') summary.totalValue = sumPounds(summary.totalValue, value)
  }
  return summary
}

/** Returns whether a tab shows opportunities of a status. */
export const isInTab = (tab: TrackerTab, status: OpportunityStatus) => tab === 'all' || tab === status
