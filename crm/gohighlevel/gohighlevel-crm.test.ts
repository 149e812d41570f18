import { afterAll, describe, expect, test } from 'vitest'
import { describeCrm } from '../compliance/describe-crm.ts'
import { connectTo } from './adapter.testing.ts'
import { faultsOf } from './double/documents.ts'
import type { DoubleRequest } from './double/faults.ts'
import { startGoHighLevelDouble } from './double/go-high-level-double.ts'

describe.each(['living', 'any'] as const)(
  'A location that refuses duplicate opportunities (rule: %s)',
  (duplicates) => {
    const sent: DoubleRequest[] = []

    describeCrm('GoHighLevel', async () => {
      const double = await startGoHighLevelDouble({ contacts: 150, duplicates })
      return {
        crm: connectTo(double).crm,
        async livingOpportunities(contactId) {
          return double
            .opportunities()
            .filter((one) => one.contactId === contactId && (one.status === 'open' || one.status === 'won'))
            .map(({ id, status, monetaryValue, fields }) => ({
              id,
              status: status === 'won' ? 'won' : 'open',
              sessionId: fields['opportunity.session_id'] ?? '',
              value: monetaryValue,
            }))
        },
        close: async () => {
          sent.push(...double.requests)
          await double.close()
        },
      }
    })

    afterAll(() => {
      expect(sent.length).toBeGreaterThan(100)
      expect(new Set(sent.flatMap(faultsOf))).toEqual(new Set())
      for (const { headers } of sent) {
        expect(headers).toMatchObject({
          version: '2021-07-28',
          accept: 'application/json',
          'content-type': 'application/json',
        })
      }
    })
  },
)

test('The request check refuses an undocumented field', () => {
  const search = { locationId: 'L', pageLimit: 100 }
  const sent = { method: 'POST', path: '/contacts/search', query: {} }
  expect(faultsOf({ ...sent, body: search })).toEqual([])
  expect(faultsOf({ ...sent, body: { ...search, limit: 20 } })).toEqual(['property limit should not exist'])
  expect(
    faultsOf({ method: 'GET', path: '/opportunities/search', query: { locationId: 'L' }, body: undefined }),
  ).toContain('property locationId should not exist')
})
