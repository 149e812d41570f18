import type { Difference } from './difference.ts'
import { get, patch, post, SHOWN } from './requests/request.ts'

const SALE = 'opportunities?session_id=eq.sale_1_a'
const LEAD = 'leads?id=eq.00000000-0000-4000-8000-000000000001'
const change = (column: string, value: unknown) =>
  patch(`${SALE}&select=${column}`, { [column]: value }, SHOWN)
const create = (body: unknown, search = '', headers: Record<string, string> = {}) =>
  post(`opportunities${search}`, body, headers)

/** Writes that the two servers answer differently on purpose. */
export const DIFFERENT_WRITES: Difference[] = [
  {
    why: 'A session has one sale, so creating it again returns it.',
    theirs: '409 23505',
    ours: '200',
    calls: [
      create({ session_id: 'sale_1_a' }),
      create({ session_id: 'sale_1_a', notes: 'x' }, '', { prefer: 'resolution=merge-duplicates' }),
    ],
  },
  {
    why: 'A sale that is not written, because it exists, is returned.',
    theirs: '201',
    ours: '200',
    calls: [
      create({ session_id: 'sale_1_a' }, '?on_conflict=session_id', {
        prefer: 'return=representation,resolution=ignore-duplicates',
      }),
    ],
  },
  {
    why: 'Only `session_id` identifies a sale.',
    theirs: '400 42703',
    ours: '400 42P10',
    calls: [create({ session_id: 'new_1' }, '?on_conflict=nope', { prefer: 'resolution=merge-duplicates' })],
  },
  {
    why: 'A broken rule has its own name and status.',
    theirs: '400 23514',
    ours: '422',
    calls: [
      create({ session_id: 'new_1', status: 'nope' }),
      patch(LEAD, { status: 'nope' }),
      patch('opportunities?session_id=eq.sale_2_b', { status: 'open' }),
    ],
  },
  {
    why: 'An update without a filter is a mistake.',
    theirs: '204',
    ours: '400 21000',
    calls: [patch('leads', { status: 'contacted' })],
  },
  {
    why: 'Nothing is deleted.',
    theirs: '403 42501',
    ours: '405 method-not-allowed',
    calls: [{ method: 'DELETE', path: SALE }],
  },
  {
    why: 'A sale is not replaced as a whole.',
    theirs: '405 PGRST105',
    ours: '405 method-not-allowed',
    calls: [{ method: 'PUT', path: SALE, body: { session_id: 'sale_1_a' } }],
  },
  {
    why: 'A number, a truth value or an object is not a text.',
    theirs: '200',
    ours: '400 22P02',
    calls: [change('notes', 5), change('notes', true), change('notes', { a: 1 })],
  },
  {
    why: 'Of the texts for a boolean, only true, false, t and f are taken.',
    theirs: '200',
    ours: '400 22P02',
    calls: [
      change('eligibility_status', 'yes'),
      change('eligibility_status', '1'),
      change('eligibility_status', 1),
    ],
  },
  {
    why: 'Money is a finite amount in whole pence and is never rounded.',
    theirs: '200',
    ours: '400 22P02',
    calls: [
      change('voucher_amount', 'NaN'),
      change('voucher_amount', 5.001),
      change('voucher_amount', '5.001'),
    ],
  },
  {
    why: 'A moment in a body is a date, perhaps with a time.',
    theirs: '200',
    ours: '400 22P02',
    calls: [change('last_ghl_sync', 'now'), change('last_ghl_sync', 'infinity')],
  },
  {
    why: 'A UUID in a body has its hyphens.',
    theirs: '200',
    ours: '400 22P02',
    calls: [change('lead_id', '00000000000040008000000000000003')],
  },
  {
    why: 'Every wrong value in a body has the same code.',
    theirs: '400 22007',
    ours: '400 22P02',
    calls: [change('last_ghl_sync', '')],
  },
  {
    why: 'A column that a row leaves out has its default.',
    theirs: '400 23502',
    ours: '201',
    calls: [
      create(
        [{ session_id: 'new_1', status: 'open' }, { session_id: 'new_2' }],
        '?columns=session_id,status',
      ),
    ],
  },
  {
    why: 'The rows of a list may have different fields.',
    theirs: '400 PGRST102',
    ours: '201',
    calls: [create([{ session_id: 'new_1', notes: 'x' }, { session_id: 'new_2' }])],
  },
  {
    why: 'An update takes one row, so a second one is not dropped in silence.',
    theirs: '200',
    ours: '400 PGRST102',
    calls: [patch(LEAD, [{ status: 'contacted' }, { status: 'qualified' }], SHOWN)],
  },
  {
    why: 'A body that is not a row is refused.',
    theirs: '204',
    ours: '400 PGRST102',
    calls: [patch(LEAD, '5')],
  },
  {
    why: 'The limit of an update needs an order only if it would leave rows out.',
    theirs: '400 PGRST109',
    ours: '200',
    calls: [
      patch(`${LEAD}&limit=1`, { status: 'contacted' }, SHOWN),
      patch(`${SALE}&limit=1`, { notes: 'x' }, { ...SHOWN, accept: 'application/vnd.pgrst.object+json' }),
    ],
  },
  {
    why: '`max-affected` is taken, as by later versions.',
    theirs: '400 PGRST122',
    ours: '400 PGRST124',
    calls: [
      patch('leads?status=eq.new', { status: 'contacted' }, { prefer: 'handling=strict,max-affected=1' }),
    ],
  },
  {
    why: 'A write of sales returns plain columns.',
    theirs: '200',
    ours: '400 PGRST100',
    calls: [
      patch(`${SALE}&select=id,leads(street_address)`, { notes: 'x' }, SHOWN),
      patch(`${SALE}&select=id,total_value::text`, { notes: 'x' }, SHOWN),
    ],
  },
  {
    why: 'A rollback is not offered, and a client must not take a write for a trial.',
    theirs: '200',
    ours: '400 PGRST122',
    calls: [
      get('leads', { prefer: 'tx=rollback' }),
      patch(SALE, { notes: 'x' }, { prefer: 'return=representation,tx=rollback' }),
    ],
  },
  {
    why: 'Moments are UTC, so another time zone cannot be promised.',
    theirs: '200',
    ours: '400 PGRST122',
    calls: [get('leads', { prefer: 'handling=strict, timezone=Europe/London' })],
  },
]
