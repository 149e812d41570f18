import { describe, expect, it, test } from 'vitest'
import { statusByCrm } from './crm-status.ts'
import { OPPORTUNITY_STATUSES } from './status.ts'

describe('the CRM', () => {
  test.each([
    ['wins', 'open', 'closed-won'],
    ['loses', 'qualified', 'closed-lost'],
    ['loses what was won', 'closed-won', 'closed-lost'],
    ['wins what was lost', 'closed-lost', 'closed-won'],
    ['reopens what was lost', 'closed-lost', 'open'],
    ['reopens what was won', 'closed-won', 'qualified'],
  ] as const)('%s', (_, ours, told) => expect(statusByCrm(ours, told)).toBe(told))

  it('has nothing to say on how far an unfinished sale has come', () => {
    expect(statusByCrm('open', 'qualified')).toBeUndefined()
    expect(statusByCrm('qualified', 'open')).toBeUndefined()
  })

  it('changes nothing by saying nothing', () => {
    for (const status of OPPORTUNITY_STATUSES) expect(statusByCrm(status, null)).toBeUndefined()
  })

  it('changes nothing by saying what is so already', () => {
    for (const status of OPPORTUNITY_STATUSES) expect(statusByCrm(status, status)).toBeUndefined()
  })
})
