import type { Call } from '../real-postgrest.ts'
import { post, SHOWN } from './request.ts'

/** Creations of sales. */
export const CREATIONS: Call[] = [
  post('opportunities?select=session_id,status', { session_id: 'new_1' }, SHOWN),
  post('opportunities?select=session_id,status', [{ session_id: 'new_1' }], SHOWN),
  post(
    'opportunities?select=session_id,status&order=session_id',
    [{ session_id: 'new_1' }, { session_id: 'new_2' }],
    SHOWN,
  ),
  post(
    'opportunities?select=session_id,status&limit=1',
    [{ session_id: 'new_1' }, { session_id: 'new_2' }],
    SHOWN,
  ),
  post(
    'opportunities?select=session_id,status&order=session_id.desc',
    [{ session_id: 'new_1' }, { session_id: 'new_2' }],
    SHOWN,
  ),
  post('opportunities', { session_id: 'new_1' }),
  post('opportunities', { session_id: 'new_1' }, { prefer: 'return=headers-only' }),
  post('opportunities', {}),
  post('opportunities', []),
  post(
    'opportunities?select=session_id,notes&on_conflict=session_id',
    { session_id: 'sale_1_a', notes: 'x' },
    { prefer: 'return=representation,resolution=merge-duplicates' },
  ),
  post(
    'opportunities?select=session_id,notes&on_conflict=session_id',
    { session_id: 'new_1', notes: 'x' },
    { prefer: 'return=representation,resolution=merge-duplicates' },
  ),
  post(
    'opportunities?select=session_id,notes&on_conflict="session_id"',
    { session_id: 'new_1', notes: 'x' },
    { prefer: 'return=representation,resolution=ignore-duplicates' },
  ),
  post('opportunities', { session_id: 'new_1', nope: 'x' }),
  post('opportunities', { session_id: 'new_1', closed_by: 'crm' }),
  post('opportunities', { session_id: 'new_1', lead_id: '00000000-0000-4000-8000-000000000099' }),
  post('opportunities', { session_id: 'new_1', lead_id: 'x' }),
  post('opportunities', {
    session_id: 'new_1',
    eligibility_status: 'true',
    voucher_amount: '1500',
    contract_timestamp: '2026-03-01 12:00:00',
  }),
  post('opportunities', 'x'),
  post('leads', { street_address: 'x' }),
  post('ghl_sync_log', { operation: 'x' }),
  post('opportunities', { session_id: 'new_1' }, { prefer: 'count=exact' }),
  post(
    'opportunities?select=session_id',
    { session_id: 'new_1' },
    { prefer: 'count=exact,return=representation' },
  ),
  post(
    'opportunities?select=session_id',
    { session_id: 'new_1' },
    { ...SHOWN, accept: 'application/vnd.pgrst.object+json' },
  ),
  post('opportunities?select=session_id', [{ session_id: 'new_1' }, { session_id: 'new_2' }], {
    ...SHOWN,
    accept: 'application/vnd.pgrst.object+json',
  }),
  post('rpc/now', {}),
  post(
    'opportunities?select=session_id,total_value,eligibility_status,last_ghl_sync',
    {
      session_id: 'n',
      service_monthly_price: '299',
      service_installation_price: '995',
      total_value: '1294',
      eligibility_status: 'true',
      last_ghl_sync: '2026-03-01 12:00:00',
    },
    SHOWN,
  ),
  post('opportunities?select=session_id,lead_id', { session_id: 'n', lead_id: '' }, SHOWN),
  post('opportunities?select=session_id,lead_id', { session_id: 'n', lead_id: null }, SHOWN),
  post('opportunities?select=nope', { session_id: 'n' }, SHOWN),
  post('opportunities?select=session_id', { session_id: 'n' }, { prefer: 'return=minimal' }),
  post(
    'opportunities?select=session_id,notes',
    { session_id: 'n' },
    { ...SHOWN, accept: 'application/vnd.pgrst.object+json;nulls=stripped' },
  ),
  post('opportunities', { session_id: 'n' }, { prefer: 'handling=strict,return=minimal' }),
  post('opportunities', { session_id: 'n' }, { prefer: 'handling=strict,nope' }),
  post('opportunities', { session_id: 'n' }, { 'content-profile': 'nope' }),
  post('opportunities', '{'),
  post('opportunities', '[1]'),
  post('opportunities?columns=session_id', { session_id: 'n', nope: 1 }),
  post('opportunities?columns=nope', { session_id: 'n' }),
  post(
    'opportunities?on_conflict=session_id&columns=session_id,notes&select=session_id,notes',
    [
      { session_id: 'sale_1_a', notes: 'up' },
      { session_id: 'n2', notes: 'new' },
    ],
    { prefer: 'return=representation,resolution=merge-duplicates' },
  ),
  post('opportunities?on_conflict=session_id', [{ session_id: 'sale_1_a', notes: 'up' }], {
    prefer: 'resolution=merge-duplicates',
  }),
  post('opportunities?on_conflict=session_id', [{ session_id: 'n5', notes: 'up' }], {
    prefer: 'resolution=ignore-duplicates',
  }),
]
