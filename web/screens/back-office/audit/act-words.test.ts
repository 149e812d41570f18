import { expect, it } from 'vitest'
import type { ActDetails, ActListed, Verb } from '#protocol/audit.ts'
import { detailsInWords } from './act-words.ts'

const words = (
  verb: Verb,
  details: ActDetails,
  { object_id = null, object_name = null }: Partial<Pick<ActListed, 'object_id' | 'object_name'>> = {},
) =>
  detailsInWords({
    id: 1,
    at: '2026-11-24T09:00:00.000Z',
    actor: 'office',
    actor_name: null,
    session_id: null,
    request_id: null,
    verb,
    details,
    object_id,
    object_name,
  })

it.each<[Verb, ActDetails, string]>([
  ['deliveries-retried', { target: 'crm', state: 'parked', count: 3 }, '3 deliveries to the CRM, all parked'],
  ['deliveries-retried', { target: 'automation', count: 1 }, '1 delivery to the automation service'],
  [
    'deliveries-retried',
    { target: 'crm copy', count: 2 },
    '2 deliveries to the CRM and of customers’ copies',
  ],
  ['deliveries-retried', { target: 'crm', state: 'outstanding' }, 'Deliveries to the CRM, all outstanding'],
  ['deliveries-retried', { target: 'crm', state: 'parked', count: 0 }, 'Sending to the CRM resumed'],
  ['leads-imported', { create: 12, update: 0, unchanged: 3 }, '12 new, 3 unchanged'],
  ['customer-corrected', { fields: 'customer_name customer_email' }, 'Name, email'],
  [
    'sales-exported',
    { status: 'closed-won', outcome: 'all', from: '2026-11-01', to: '', has_search: true },
    'Won, from 1 Nov 2026, found by a search',
  ],
  ['sales-exported', { status: 'all', phone: 'a', sort: 'newest' }, 'Of one phone'],
  ['register-exported', { state: 'lifted', has_search: false }, 'Lifted'],
  ['register-exported', { state: 'active', has_search: false }, 'In force'],
  ['sales-exported', { status: 'all', owner: 'a', phone: '' }, 'Of one agent'],
  [
    'sales-exported',
    { status: 'cancelled', outcome: 'cancelled' },
    'Cancelled by the customer, Cancelled later',
  ],
  ['dealt-with', { kind: 'cancelled' }, 'Cancellation by the customer'],
  ['audit-exported', { verb: 'door-closed', has_sale: true }, 'Do-not-knock entry added, of one sale'],
  [
    'data-imported',
    { kind: 'bduk-premises', month: '2026-05', rows: 1200 },
    'BDUK premises, May 2026, 1,200 rows',
  ],
  ['document-downloaded', { version: 2 }, 'Version 2'],
  [
    'sale-released',
    { hold: 'phone-suspended', since: '2026-11-29T09:00:00.000Z' },
    'The phone was suspended',
  ],
  ['areas-saved', { count: 1 }, '1 area'],
  ['person-erased', { sales: 2, leads: 1 }, '2 sales, 1 lead'],
  ['outcome-recorded', { kind: 'complaint-opened' }, 'Complaint opened'],
  ['door-closed', { scope: 'zone', reason: 'no-cold-calling-zone' }, 'Zone, No-cold-calling zone'],
  ['leads-exported', {}, ''],
])('describes %s with %j as: %s', (verb, details, expected) => expect(words(verb, details)).toBe(expected))

it('names the area that was deleted', () =>
  expect(words('area-deleted', {}, { object_id: 'Powys' })).toBe('Powys'))

it.each<[Verb, ActDetails, string, string]>([
  ['person-changed', { status: 'retired' }, 'Eve Agent', 'Eve Agent, retired'],
  ['person-changed', { role: 'lead' }, 'Eve Agent', 'Eve Agent, now team lead'],
  ['person-changed', {}, 'Eve Agent', 'Eve Agent, renamed'],
  ['person-invited', { opens: 'phone' }, 'Eve Agent', 'Eve Agent, to enrol a phone'],
  ['phone-suspended', {}, 'Phone A', 'Phone A'],
  ['token-revoked', {}, 'n8n', 'n8n'],
  [
    'token-made',
    { permissions: 'sync-crm read-sales' },
    'n8n',
    'n8n, sync with the CRM; read sales and their deliveries',
  ],
  ['sales-exported', { status: 'open', owner: 'a', phone: '' }, 'Eve Agent', 'Open, of Eve Agent'],
  ['sales-exported', { status: 'all', owner: '', phone: 'a' }, 'Phone A', 'Of Phone A'],
])('says whom or what %s with %j concerned: %s', (verb, details, object_name, expected) =>
  expect(words(verb, details, { object_name })).toBe(expected),
)
