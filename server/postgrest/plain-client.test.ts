import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { PUBLIC_KEY, type ServedTables, serveTables } from './test-server.ts'

describe('a plain client', () => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables('postgres')
    await Promise.all([1, 2, 3].map((household_size) => server.addLead({ household_size })))
  })
  afterAll(() => server?.stop())

  const get = (headers: Record<string, string>, path = '/rest/v1/leads?select=household_size') =>
    server.call('GET', path, { headers })

  it('reads a page with the header Range', async () => {
    const page = await get({ range: '1-1', 'range-unit': 'items', prefer: 'count=exact' })
    expect([page.status, page.headers.get('content-range')]).toEqual([206, '1-1/3'])
    const rest = await get({ range: '1-' }, '/rest/v1/leads?limit=2')
    expect([rest.status, rest.headers.get('content-range')]).toEqual([200, '1-1/*'])
    expect((await get({ range: '5-4' })).status).toBe(416)
  })

  it('gets the total if it asks for a page after the last one', async () => {
    const beyond = await get({ range: '7-8', prefer: 'count=exact' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, '*/3'])
  })

  it('gets the same answer to HEAD as to GET, without the rows', async () => {
    const head = await server.call('HEAD', '/rest/v1/leads', { headers: { prefer: 'count=exact' } })
    expect([head.status, head.headers.get('content-range')]).toEqual([200, '0-2/3'])
    expect([head.headers.get('content-type'), head.headers.get('content-length')]).toEqual([
      'application/json; charset=utf-8',
      null,
    ])
  })

  test.each([
    ['a list', 'application/json; q=0.9', 200],
    ['a list', 'application/json ;charset=utf-8', 200],
    ['a list', 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 200],
    ['the one row', 'application/vnd.pgrst.object+json; charset=utf-8', 200],
    ['a refusal', 'text/html; q=0.9', 406],
  ])('gets %s if it sends Accept: %s (%i)', async (what, accept, status) => {
    const answer = await get({ accept }, '/rest/v1/leads?limit=1')
    expect(answer.status).toBe(status)
    const { street_address } = (await answer.json()) as { street_address?: string }
    expect(street_address !== undefined).toBe(what === 'the one row')
  })

  test.each<[number, string, Record<string, string>, string]>([
    [200, 'as a bearer token', { authorization: `Bearer ${PUBLIC_KEY}` }, ''],
    [401, 'left out', {}, ''],
    [401, 'misspelt', { apikey: `${PUBLIC_KEY}x` }, ''],
    [401, 'misspelt as a bearer token', { authorization: 'Bearer x' }, ''],
    [401, 'in the address', {}, `?apikey=${PUBLIC_KEY}`],
  ])('gets %i if the key is %s', async (status, _, headers, search) => {
    expect((await get({ apikey: '', ...headers }, `/rest/v1/leads${search}`)).status).toBe(status)
  })

  test.each(['DELETE', 'PUT', 'OPTIONS'])('gets 405 for %s, with the allowed methods', async (method) => {
    const refused = await server.call(method, '/rest/v1/leads')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PATCH'])
    expect(await refused.json()).toMatchObject({ code: 'method-not-allowed', details: null, hint: null })
  })

  test.each([
    ['{"session_id":', 'application/json', 400, 'PGRST102'],
    ['', 'application/json', 400, 'PGRST102'],
    ['"text"', 'application/json', 400, 'PGRST102'],
    ['null', 'application/json', 400, 'PGRST102'],
    ['[[]]', 'application/json', 400, 'PGRST102'],
    ['session_id=a', 'application/x-www-form-urlencoded', 415, 'unsupported-media-type'],
    ['{}', 'text/plain', 415, 'unsupported-media-type'],
  ])('cannot send the body %s as %s (%i %s)', async (body, type, status, code) => {
    const refused = await server.call('POST', '/rest/v1/opportunities', {
      body,
      headers: { 'content-type': type },
    })
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({ status, body: { code } })
  })

  it('writes only the columns that its update names', async () => {
    const body = { session_id: 'sale_1_columns', status: 'open' }
    await server.call('POST', '/rest/v1/opportunities', { body })
    const update = (columns: string) =>
      server.call('PATCH', `/rest/v1/opportunities?session_id=eq.sale_1_columns&columns=${columns}`, {
        body: { notes: 'Call', customer_name: 'Ann' },
        headers: { prefer: 'return=representation' },
      })
    expect(await (await update('notes')).json()).toMatchObject([{ notes: 'Call', customer_name: null }])
    expect((await update('nothing')).status).toBe(400)
    const none = await server.call('POST', '/rest/v1/opportunities?columns=nothing', { body: [] })
    expect(none.status).toBe(400)
    const lead = await server.addLead()
    const closed = await server.call('PATCH', `/rest/v1/leads?id=eq.${lead.id}&columns=status`, {
      body: { status: 'contacted', notes: 'left out' },
    })
    expect(closed.status).toBe(204)
  })

  it('may create an empty list of sales, as in PostgREST', async () => {
    const created = await server.call('POST', '/rest/v1/opportunities', {
      body: [],
      headers: { prefer: 'return=representation' },
    })
    expect([created.status, await created.json()]).toEqual([201, []])
  })

  it('gets the location of a created sale if it asks for headers only', async () => {
    const created = await server.call('POST', '/rest/v1/opportunities', {
      body: { session_id: 'sale_1 a' },
      headers: { prefer: 'return=headers-only' },
    })
    expect([created.status, await created.text()]).toEqual([201, ''])
    const found = await server.call('GET', created.headers.get('location') ?? '')
    expect(await found.json()).toMatchObject([{ session_id: 'sale_1 a' }])
  })
})
