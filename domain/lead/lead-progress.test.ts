import { describe, expect, it, test } from 'vitest'
import { leadStatusesBefore, leadStatusFor } from './lead-progress.ts'

describe('what a sale makes of its lead', () => {
  test.each([
    ['open', 'contacted'],
    ['qualified', 'qualified'],
    ['closed-won', 'closed-won'],
    ['closed-lost', 'closed-lost'],
  ] as const)('a sale that is %s makes it %s', (sale, lead) => expect(leadStatusFor(sale)).toBe(lead))
})

describe('a lead moves forward only', () => {
  it('becomes contacted only from new', () => expect(leadStatusesBefore('contacted')).toEqual(['new']))

  it('becomes qualified from new or contacted', () =>
    expect(leadStatusesBefore('qualified')).toEqual(['new', 'contacted']))

  it('becomes won from any other status, even lost', () =>
    expect(leadStatusesBefore('closed-won').toSorted()).toEqual([
      'closed-lost',
      'contacted',
      'new',
      'qualified',
    ]))
})
