import { describe, expect, it, test } from 'vitest'
import { movesBack, OPPORTUNITY_STATUSES } from './status.ts'

describe('for an agent the status of a sale', () => {
  test.each([
    ['open', 'qualified'],
    ['open', 'closed-won'],
    ['qualified', 'closed-won'],
  ] as const)('goes forward from %s to %s', (from, to) => {
    expect(movesBack(from, to)).toBe(false)
    expect(movesBack(to, from)).toBe(true)
  })

  it('may stay where it is', () => {
    for (const status of OPPORTUNITY_STATUSES) expect(movesBack(status, status)).toBe(false)
  })

  it('can leave lost only by being won', () => {
    expect(movesBack('closed-lost', 'open')).toBe(true)
    expect(movesBack('closed-lost', 'qualified')).toBe(true)
    expect(movesBack('closed-lost', 'closed-won')).toBe(false)
  })
})
