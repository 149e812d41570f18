import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type ServedTables, serveTables } from '../postgrest/test-server.ts'
import { DATABASES } from '../testing/databases.ts'
import { CONTRACT, SESSION, saleCalls } from './sale-calls.testing.ts'

describe.each(DATABASES)('a numbered write of a sale, on the %s database,', (kind) => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables(kind)
  })
  beforeEach(() => server.empty())
  afterAll(() => server?.stop())

  const { post, patch, numbered, stored } = saleCalls(() => server)
  const answerOf = async (response: Response) => ({
    status: response.status,
    receipt: response.headers.get('receipt'),
    body: await response.text(),
  })

  it('gets its first answer again if it is repeated after later writes', async () => {
    const create = { session_id: SESSION, status: 'open', customer_location: '1 High St' }
    const created = await answerOf(await post(create, numbered(1)))
    const named = await answerOf(await patch({ customer_name: 'Ada' }, numbered(3)))
    expect([created.status, named.status]).toEqual([201, 200])
    await patch({ notes: 'Ring twice', ...CONTRACT })
    expect(await answerOf(await post(create, numbered(1)))).toEqual(created)
    expect(await answerOf(await patch({ customer_name: 'Ada' }, numbered(3)))).toEqual(named)
    expect(await stored()).toMatchObject({ revision: 3, notes: 'Ring twice' })
  })

  it('gets the receipt and signature again if it is repeated, although the signature is stored once', async () => {
    await post({ session_id: SESSION }, numbered(1))
    const first = await answerOf(await patch(CONTRACT, numbered(2)))
    expect(first.receipt).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(JSON.parse(first.body)[0]).toMatchObject(CONTRACT)
    expect(await answerOf(await patch(CONTRACT, numbered(2)))).toEqual(first)
    const calls = await server.db.selectFrom('applied_calls').select('answer').execute()
    expect(JSON.stringify(calls)).not.toContain(CONTRACT.contract_signature)
  })

  it('is answered with the columns that the repeat selects', async () => {
    await post({ session_id: SESSION }, numbered(1))
    const path = `/rest/v1/opportunities?session_id=eq.${SESSION}&select=who:customer_name`
    const call = () => server.call('PATCH', path, { body: { customer_name: 'Ada' }, headers: numbered(2) })
    expect(await (await call()).json()).toEqual([{ who: 'Ada' }])
    expect(await (await call()).json()).toEqual([{ who: 'Ada' }])
  })

  it('changes nothing if it arrives after a later one', async () => {
    await post({ session_id: SESSION }, numbered(1))
    await patch({ customer_name: 'Ada', customer_phone: '1' }, numbered(4))
    const late = await patch({ customer_name: 'Bo' }, { 'idempotency-key': `${SESSION}:3` })
    expect(late.status).toBe(200)
    expect(await late.json()).toMatchObject([{ customer_name: 'Ada', customer_phone: '1' }])
    expect(await stored()).toMatchObject({ customer_name: 'Ada', revision: 2 })
  })

  it('is applied once if it arrives twice at the same instant', async () => {
    const created = await Promise.all([1, 1, 1].map((n) => post({ session_id: SESSION }, numbered(n))))
    expect(new Set(await Promise.all(created.map((answer) => answer.text()))).size).toBe(1)
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201])

    const patched = await Promise.all([2, 2, 2, 2, 2].map((n) => patch({ notes: 'x' }, numbered(n))))
    expect(new Set(await Promise.all(patched.map((answer) => answer.text()))).size).toBe(1)
    expect((await stored()).revision).toBe(2)
  })

  it('is decided on the current sale if that was corrected in psql', async () => {
    await post({ session_id: SESSION }, numbered(1))
    await server.db.updateTable('opportunities').set({ status: 'qualified', notes: 'Ring twice' }).execute()
    const refused = await patch({ status: 'open' }, numbered(2))
    expect(await refused.json()).toMatchObject({ code: 'status_never_moves_back' })
    await patch({ customer_name: 'Ada' }, numbered(2))
    expect(await stored()).toMatchObject({ status: 'qualified', notes: 'Ring twice', customer_name: 'Ada' })
  })

  it('is refused by a restored database that lacks the previous call, until that call is repeated', async () => {
    const single = { accept: 'application/vnd.pgrst.object+json' }
    const close = () => patch(CONTRACT, { ...numbered(5), ...single, 'x-follows': '3' })
    await post({ session_id: SESSION }, numbered(1))
    expect((await close()).status).toBe(406)
    expect(await stored()).toMatchObject({ status: 'open', contract_signature: null })
    await patch({ customer_email: 'ada@example.org' }, { ...numbered(3), 'x-follows': '1' })
    expect((await close()).status).toBe(200)
    expect(await stored()).toMatchObject({ status: 'closed-won', customer_email: 'ada@example.org' })
    expect((await close()).status).toBe(200)
  })

  it('is accepted after a sale that was created without a number', async () => {
    await post({ session_id: SESSION })
    expect((await patch({ customer_name: 'Ada' }, { ...numbered(3), 'x-follows': '1' })).status).toBe(200)
  })

  it('can be repeated safely after a write without a number', async () => {
    await post({ session_id: SESSION }, numbered(1))
    await patch({ customer_name: 'Ada' }, numbered(2))
    await patch({ notes: 'Ring twice' })
    const again = await patch({ customer_name: 'Ada' }, numbered(2))
    expect(again.status).toBe(200)
    expect(await stored()).toMatchObject({ notes: 'Ring twice', revision: 3 })
  })

  it('may be sent again after a refusal', async () => {
    await post({ session_id: SESSION }, numbered(1))
    expect((await patch({ voucher_amount: -1 }, numbered(2))).status).toBe(422)
    expect((await patch({ voucher_amount: 1 }, numbered(2))).status).toBe(200)
  })

  test.each([
    '',
    'x',
    SESSION,
    `${SESSION}:`,
    `${SESSION}:-1`,
    `${SESSION}:1e3`,
    `${SESSION}:9999999999`,
    'sale_2_b:1',
  ])('must have a number within its own sale, not %o', async (key) => {
    await post({ session_id: SESSION })
    const headers = { 'idempotency-key': key }
    const many = server.call('PATCH', '/rest/v1/opportunities?notes=is.null', {
      body: { notes: 'x' },
      headers,
    })
    for (const refused of [
      await patch({ notes: 'x' }, headers),
      await post({ session_id: SESSION }, headers),
      await many,
    ])
      expect({ status: refused.status, body: await refused.json() }).toMatchObject({
        status: 400,
        body: { code: 'bad-idempotency-key' },
      })
    expect((await stored()).notes).toBeNull()
  })
})
