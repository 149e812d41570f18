import { describe, expect, it, test } from 'vitest'
import { OPPORTUNITY_STATUSES } from './status.ts'
import { isInTab, summariseOpportunities, summariseTallies, TRACKER_TABS } from './tracker.ts'

describe('the tracker', () => {
  it('counts each status and adds up every sale that is not lost', () => {
    expect(
      summariseOpportunities([
        { status: 'open', total_value: null },
        { status: 'open', total_value: 0.1 },
        { status: 'qualified', total_value: 1294.2 },
        { status: 'closed-won', total_value: -206 },
        { status: 'closed-lost', total_value: 5000 },
      ]),
    ).toEqual({ all: 5, open: 2, qualified: 1, 'closed-won': 1, 'closed-lost': 1, totalValue: 1088.3 })
  })

  it('shows nothing before the first sale', () => {
    expect(summariseOpportunities([])).toEqual({
      all: 0,
      open: 0,
      qualified: 0,
      'closed-won': 0,
      'closed-lost': 0,
      totalValue: 0,
    })
  })

  it('gives the same result from the sums of each status', () => {
    const tallies = [
      { status: 'open', count: 2, value: 0 },
      { status: 'closed-won', count: 1, value: 1294.1 },
      { status: 'closed-lost', count: 1, value: 500 },
    ] as const
    expect(summariseTallies(tallies)).toEqual({
      all: 4,
      open: 2,
      qualified: 0,
      'closed-won': 1,
      'closed-lost': 1,
      totalValue: 1294.1,
    })
  })

  it('has the tabs with their fixed empty messages', () => {
    expect(TRACKER_TABS.map(({ name, empty }) => [name, empty])).toEqual([
      ['All', 'No opportunities yet. Complete a sales flow to see data here.'],
      ['Open', 'No open opportunities.'],
      ['Qualified', 'No qualified opportunities.'],
      ['Won', 'No won opportunities.'],
      ['Lost', 'No lost opportunities.'],
    ])
  })

  test.each(OPPORTUNITY_STATUSES)('shows a sale that is %s under All and under its own tab', (status) => {
    const tabs = TRACKER_TABS.filter(({ tab }) => isInTab(tab, status)).map(({ tab }) => tab)
    expect(tabs).toEqual(['all', status])
  })
})
