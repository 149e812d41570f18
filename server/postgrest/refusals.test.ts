import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedTables, serveTables } from './test-server.ts'

let server: ServedTables
beforeAll(async () => {
  server = await serveTables('postgres')
  await server.addLead({ area: 'North' })
})
afterAll(() => server?.stop())

const leads = () => server.client.from('leads')
const opportunities = () => server.client.from('opportunities')

test.each<[string, number, string, () => PromiseLike<unknown>]>([
  ['an unknown table', 404, 'PGRST205', () => server.client.from('applied_calls').select()],
  ['an unknown column', 400, '42703', () => leads().select('crm_contact_id')],
  ['a filter on a hidden column', 400, '42703', () => opportunities().select().eq('revision', 1)],
  ['an order by an unknown column', 400, '42703', () => leads().select().order('constructor')],
  [
    'an update of an unknown column',
    400,
    'PGRST204',
    () => opportunities().insert({ session_id: 'a', nope: 1 }),
  ],
  [
    'an insert with an unknown column',
    400,
    'PGRST204',
    () => opportunities().insert([{ session_id: 'a', nope: 1 }]),
  ],
  [
    'a write of a column of the server',
    403,
    '42501',
    () => opportunities().insert({ session_id: 'a', closed_by: 'crm' }),
  ],
  ['another column of a lead', 403, '42501', () => leads().update({ notes: 'x' }).eq('area', 'x')],
  ['a new lead', 403, '42501', () => leads().insert({ street_address: 'x' })],
  [
    'an insert into the sync log',
    403,
    '42501',
    () => server.client.from('ghl_sync_log').insert({ operation: 'x' }),
  ],
  [
    'an update of the sync log',
    403,
    '42501',
    () => server.client.from('ghl_sync_log').update({}).eq('id', 1),
  ],
  [
    'another session id',
    403,
    '42501',
    () => opportunities().update({ session_id: 'b' }).eq('session_id', 'a'),
  ],
  ['an update of everything', 400, '21000', () => opportunities().update({ notes: 'x' }) as never],
  [
    'an unknown status of a lead',
    422,
    'lead_status_is_known',
    () => leads().update({ status: 'x' }).neq('area', 'x'),
  ],
  ['words for a price', 400, '22P02', () => opportunities().insert({ session_id: 'a', total_value: 'five' })],
  ['a number for a text', 400, '22P02', () => opportunities().insert({ session_id: 'a', notes: 5 })],
  [
    'a fraction of a penny',
    400,
    '22P02',
    () => opportunities().insert({ session_id: 'a', total_value: 5.001 }),
  ],
  [
    'a time that is not one',
    400,
    '22P02',
    () => opportunities().insert({ session_id: 'a', last_ghl_sync: '2026-01-01T25:00:00' }),
  ],
  [
    'too many patterns',
    400,
    'too-many-conditions',
    () =>
      leads()
        .select()
        .or(Array.from({ length: 21 }, (_, n) => `area.ilike.*${n}*`).join()),
  ],
  [
    'too many conditions',
    400,
    'too-many-conditions',
    () =>
      leads()
        .select()
        .or(`household_size.eq.0,and(${Array(100).fill('area.is.null')})`),
  ],
  ['a filter of the wrong type', 400, '22P02', () => leads().select().eq('id', 'x')],
  ['a date that does not exist', 400, '22008', () => leads().select().gt('created_at', '2026-02-30')],
  ['no session', 400, '23502', () => opportunities().insert({ notes: 'x' })],
  [
    'a lead that does not exist',
    409,
    '23503',
    () => opportunities().insert({ session_id: 'a', lead_id: crypto.randomUUID() }),
  ],
  ['another join', 400, 'PGRST200', () => leads().select('id,opportunities(id)')],
  ['an aggregate', 400, 'PGRST123', () => leads().select('household_size.sum()')],
  ['an unknown type', 400, '42704', () => leads().select('id::money')],
  ['a costly expression', 400, '2201B', () => leads().select().regexMatch('area', '(.*)\\1')],
  ['another schema', 406, 'PGRST106', () => server.client.schema('private').from('leads').select()],
  ['a trial', 400, 'PGRST122', () => leads().update({ status: 'new' }).eq('area', 'x').rollback()],
  ['a function', 404, 'PGRST202', () => server.client.rpc('now')],
  ['a plan', 406, 'PGRST107', () => leads().select().explain()],
  ['a deletion', 405, 'method-not-allowed', () => leads().delete().eq('status', 'new')],
])('is refused %s (%i %s)', async (_, status, code, call) => {
  const { status: found, error } = (await call()) as { status: number; error: { code: string } }
  expect({ status: found, code: error?.code }).toEqual({ status, code })
})
