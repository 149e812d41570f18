import { expect, it } from 'vitest'
import type { ActDetails, Verb } from '#protocol/audit.ts'
import { detailsInWords } from './act-words.ts'

const words = (verb: Verb, details: ActDetails, object_id: string | null = null) =>
  detailsInWords({
    id: 1,
    at: '2026-11-24T09:00:00.000Z',
    actor: 'office',
    session_id: null,
    request_id: null,
    verb,
    details,
    object_id,
  })

it.each<[Verb, ActDetails, string]>([
  ['deliveries-retried', { target: 'crm', state: 'parked' }, 'crm, parked'],
  ['deliveries-retried', { count: 3 }, '3 chosen by hand'],
  ['leads-imported', { create: 12, update: 0, unchanged: 3 }, '12 create, 3 unchanged'],
  ['customer-corrected', { fields: 'customer_name customer_email' }, 'name, email'],
  [
    'sales-exported',
    {
      status: 'closed-won',
      outcome: 'all',
      phone: '',
      from: '2026-11-01',
      to: '',
      sort: 'newest',
      has_search: true,
    },
    'status closed-won, from 2026-11-01, found by words',
  ],
  ['document-downloaded', { version: 2 }, 'Version 2'],
  ['areas-saved', { count: 1 }, '1 area'],
  ['person-erased', { sales: 2, leads: 1 }, '2 sales, 1 lead'],
  ['outcome-recorded', { kind: 'complaint-opened' }, 'complaint opened'],
  ['leads-exported', {}, ''],
])('says of %s with %j: %s', (verb, details, expected) => expect(words(verb, details)).toBe(expected))

it('names the area that was deleted', () => expect(words('area-deleted', {}, 'Powys')).toBe('Powys'))
