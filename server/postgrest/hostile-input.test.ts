import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { OPPORTUNITIES } from './catalogue.ts'
import { type ServedTables, serveTables } from './test-server.ts'

const TEXTS = [...OPPORTUNITIES.columns.values()]
  .filter(
    ({ type, writable, name }) => type === 'text' && writable && !['session_id', 'status'].includes(name),
  )
  .map(({ name }) => name)

describe('the data API', () => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables('postgres')
  })
  beforeEach(() => server.empty())
  afterAll(() => server?.stop())

  const create = (body: unknown, search = '') =>
    server.call('POST', `/rest/v1/opportunities${search}`, { body })

  test.each([
    ['SQL', `'); drop table opportunities; -- " \\ $1 $$ %s {{7*7}}`],
    ['emoji', '👩‍👩‍👧‍👦 🇸🇪 é \u{1F3F4}\u{E0067}'],
    ['text from right to left', '‮שלום עולם مرحبا'],
    ['ten thousand characters', 'ö"\n\t'.repeat(2500)],
    ['the name of a prototype', '__proto__'],
  ])('stores %s faithfully in every field', async (_, text) => {
    const sale = {
      session_id: `sale ${text}`.slice(0, 100),
      ...Object.fromEntries(TEXTS.map((name) => [name, text])),
    }
    expect((await create(sale)).status).toBe(201)
    const { data } = await server.client
      .from('opportunities')
      .select()
      .eq('session_id', sale.session_id)
      .single()
    expect(data).toMatchObject(sale)
    if (text.length > 1000) return
    const { data: found } = await server.client.from('opportunities').select('notes').eq('notes', text)
    expect(found).toEqual([{ notes: text }])
  })

  it('stores any text that a customer may have, and refuses text that cannot be stored', async () => {
    let sales = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }), async (name, text) => {
        sales += 1
        const session_id = `sale_${sales}`
        const created = await create({ session_id, [name]: text }, `?select=${name}`)
        const isText = !text.includes('\0') && text.isWellFormed()
        expect(created.status).toBe(isText ? 201 : 400)
        if (!isText) {
          expect(await created.json()).toMatchObject({ code: '22P05' })
          return
        }
        const { data } = await server.client
          .from('opportunities')
          .select(name)
          .eq('session_id', session_id)
          .single()
        expect(data).toEqual({ [name]: text })
      }),
      { numRuns: 60 },
    )
  })

  const deep = (depth: number, inside: string) => '['.repeat(depth) + inside + ']'.repeat(depth)
  test.each([
    ['a NUL character', '{"session_id":"a","notes":"\\u0000"}', 400],
    ['half of a surrogate pair', '{"session_id":"a","notes":"\\ud800"}', 400],
    ['a very deep list', deep(200_000, '1'), 400],
    ['a very deep value', `{"session_id":"a","notes":${deep(200_000, '1')}}`, 400],
    ['another prototype', '{"session_id":"a","__proto__":{"status":"closed-won"}}', 400],
    ['another constructor', '{"session_id":"a","constructor":{"prototype":{}}}', 400],
    ['a number beyond numbers', '{"session_id":"a","total_value":1e999}', 400],
    ['a price beyond prices', '{"session_id":"a","total_value":100000000}', 400],
    ['too many rows', JSON.stringify(Array.from({ length: 501 }, (_, n) => ({ session_id: `${n}` }))), 400],
    ['five megabytes', JSON.stringify({ session_id: 'a', notes: 'x'.repeat(5 * 1024 * 1024) }), 413],
  ])('refuses a body with %s', async (_, body, status) => {
    const refused = await create(body)
    expect(refused.status).toBe(status)
    expect(await refused.json()).toEqual({
      code: expect.any(String),
      message: expect.any(String),
      details: refused.status === 413 ? null : expect.toBeOneOf([null, expect.any(String)]),
      hint: null,
    })
    expect((await server.client.from('opportunities').select()).data).toEqual([])
  })

  it('never fails on a body of any shape', async () => {
    const row = fc.dictionary(
      fc.oneof(fc.constantFrom(...OPPORTUNITIES.columns.keys()), fc.string()),
      fc.oneof(
        fc.jsonValue(),
        fc.double(),
        fc.constantFrom('closed-won', '2026-01-01T00:00:00Z', '-infinity', 'NaN'),
      ),
    )
    const body = fc.oneof(
      fc.jsonValue(),
      row,
      row.map((values) => ({ ...values, session_id: 'sale_1_a' })),
    )
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('POST', 'PATCH'), async (values, method) => {
        const { status } = await server.call(method, '/rest/v1/opportunities?session_id=eq.sale_1_a', {
          body: values,
        })
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 150 },
    )
  })

  it('never fails on a query', async () => {
    const column = fc.constantFrom(
      'id',
      'status',
      'household_size',
      'voucher_value',
      'created_at',
      'lead_id',
      'total_value',
      'eligibility_status',
      'nope',
    )
    const value = fc.oneof(
      fc.constantFrom(
        'null',
        'true',
        '1',
        '-0',
        '1e9',
        'NaN',
        'infinity',
        '2026-01-01',
        '0000-01-01T00:00:00Z',
        '(1,2)',
        '%\\',
        '99999999999999999',
        '{a,"b c"}',
        '{{',
        'a{1,9}',
        '[[:alpha:',
        '(a|b)*+?',
        '2026-02-30 25:61',
      ),
      fc.string({ unit: 'grapheme' }),
    )
    const operator = fc.constantFrom(
      'eq',
      'neq',
      'gt',
      'lte',
      'like',
      'ilike',
      'is',
      'in',
      'not.eq',
      'not.in',
      'cs',
      'match',
      'imatch',
      'isdistinct',
      'like(any)',
      'gt(all)',
      'match(any)',
    )
    const test = fc.tuple(column, operator, value)
    const parameter = fc.oneof(
      test.map(([name, how, what]) => [name, `${how}.${what}`]),
      fc.array(test).map((tests) => ['or', `(${tests.map((parts) => parts.join('.')).join(',')})`]),
      fc.tuple(
        fc.constantFrom('select', 'order', 'limit', 'offset', 'columns', 'on_conflict'),
        fc.oneof(column, value),
      ),
      fc.tuple(fc.constantFrom('leads.id', 'leads.or', 'leads', '"status"'), value),
      fc.tuple(
        fc.constant('select'),
        fc.constantFrom(
          '*,leads(*)',
          'leads!inner(id::text)',
          '...leads(a:id)',
          'id::json',
          '"a row":status',
          'leads()',
        ),
      ),
      fc.tuple(fc.string(), fc.string()),
    )
    const path = fc.tuple(
      fc.constantFrom('leads', 'opportunities', 'ghl_sync_log', 'nope'),
      fc.array(parameter, { maxLength: 4 }),
    )
    await fc.assert(
      fc.asyncProperty(path, async ([table, parameters]) => {
        const search = new URLSearchParams(parameters as [string, string][])
        const { status } = await server.call('GET', `/rest/v1/${table}?${search}`)
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
  })

  it('never fails on a query string or a header', async () => {
    const header = fc.string({
      unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), header, header, async (search, prefer, range) => {
        const headers = { prefer, range, accept: prefer || '*/*' }
        const { status } = await server.call('GET', `/rest/v1/leads?${search.replaceAll('#', '%')}`, {
          headers,
        })
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 150 },
    )
  })
})
