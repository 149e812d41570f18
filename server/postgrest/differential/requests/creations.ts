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
]
