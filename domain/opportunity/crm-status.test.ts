import { describe, expect, it, test } from 'vitest'
import { statusByCrm } from './crm-status.ts'
import { OPPORTUNITY_STATUSES } from './status.ts'

describe('the CRM', () => {
  test.each([
    ['wins', 'open', 'closed-won'],
    ['loses', 'qualified', 'closed-lost'],
    ['loses a won sale', 'closed-won', 'closed-lost'],
    ['wins a lost sale', 'closed-lost', 'closed-won'],
    ['reopens a lost sale', 'closed-lost', 'open'],
    ['reopens a won sale', 'closed-won', 'qualified'],
  ] as const)('%s', (_, ours, reported) => expect(statusByCrm(ours, reported)).toBe(reported))

  it('does not move an unfinished sale', () => {
    expect(statusByCrm('open', 'qualified')).toBeUndefined()
    expect(statusByCrm('qualified', 'open')).toBeUndefined()
  })

  it('changes nothing if it reports no status', () => {
    for (const status of OPPORTUNITY_STATUSES) expect(statusByCrm(status, null)).toBeUndefined()
  })

  it('changes nothing if the sale has that status already', () => {
    for (const status of OPPORTUNITY_STATUSES) expect(statusByCrm(status, status)).toBeUndefined()
  })
})
