import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAPER_NUMBER_RULE } from '#domain/copy/paper-number.ts'
import { agreementOf } from '#domain/testing/agreements.ts'
import { AT } from '#domain/testing/sale-commands.ts'
import type { CancellationReceived, CustomersCopy } from '#protocol/copy.ts'
import { readSales } from '../back-office/back-office.commands.ts'
import { listCustomerNotices } from '../back-office/customer-notices.queries.ts'
import { findSaleToPush } from '../crm-sync/push/push-sale.queries.ts'
import { erasePerson } from '../erasure/person.queries.ts'
import { DATABASES } from '../testing/databases.ts'
import { POSTCODE, serveCopies } from './copies.testing.ts'

describe.each(DATABASES)('The words of a customer, on the %s database', (kind) => {
  let served: Awaited<ReturnType<typeof serveCopies>>
  beforeAll(async () => {
    served = await serveCopies(kind)
  })
  beforeEach(() => served.restart())
  afterAll(() => served?.close())

  const cancel = (token: string, words = '', postcode = POSTCODE) =>
    served.ask('/cancel', { token, postcode, words })
  const dispute = (token: string, words: string) => served.ask('/dispute', { token, words })
  const pushOf = (sessionId: string) =>
    served.db
      .selectFrom('deliveries')
      .select(['wanted', 'state'])
      .where('target', '=', 'crm')
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
  const saleOf = (sessionId: string) =>
    served.db
      .selectFrom('opportunities')
      .select(['status', 'revision'])
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()

  test('stores a cancellation once, and answers a repeat with the first moment', async () => {
    const token = await served.sign('cancelled')
    const before = await saleOf('cancelled')
    const answers = await Promise.all([cancel(token, 'I moved'), cancel(token, 'I moved')])
    const first = (await cancel(token, 'Again')).json<CancellationReceived>()
    for (const answer of answers) expect(answer.json()).toEqual(first)
    expect(await served.db.selectFrom('cancellations').select(['session_id', 'words']).execute()).toEqual([
      { session_id: 'cancelled', words: 'I moved' },
    ])
    expect(await served.events('cancelled')).toEqual([
      {
        type: 'cancel-received',
        payload: { by: 'customer', way: 'page', words: 'I moved', in_time: first.in_time },
      },
    ])
    const copy = (await served.ask('', { token })).json<CustomersCopy>()
    expect(copy.cancelled_at).toBe(first.received_at)
    expect(await saleOf('cancelled')).toEqual({ status: before.status, revision: before.revision + 1 })
  })

  test('accepts a cancellation after the last day, and notes that it is late', async () => {
    const token = await served.sign('late')
    await served.give({ session_id: 'late', way: 'paper', at: '2026-03-01T10:05:00.000Z' })
    expect((await cancel(token)).json()).toMatchObject({ in_time: false })
  })

  test('counts a cancellation as in time for a year if nothing was given', async () => {
    const token = await served.sign('early')
    await sql`update opportunities set contract_timestamp = now() where session_id = 'early'`.execute(
      served.db,
    )
    expect((await cancel(token)).json()).toMatchObject({ in_time: true })
  })

  test('queues a push that names the cancellation in the CRM', async () => {
    const token = await served.sign('pushed')
    await cancel(token)
    const { revision } = await saleOf('pushed')
    expect(await pushOf('pushed')).toEqual({ wanted: revision, state: 'waiting' })
    await cancel(token)
    expect(await pushOf('pushed')).toEqual({ wanted: revision, state: 'waiting' })
    expect(await findSaleToPush(served.db, 'sandbox', 'pushed')).toMatchObject({ sale: { cancelled: true } })
  })

  test('pushes once more if a push is in progress', async () => {
    const token = await served.sign('racing')
    const { revision } = await saleOf('racing')
    await sql`insert into deliveries (target, session_id, wanted, lease, leased_until)
      values ('crm', 'racing', ${revision}, gen_random_uuid(), now() + interval '1 minute')`.execute(
      served.db,
    )
    await cancel(token)
    expect(await pushOf('racing')).toEqual({ wanted: revision + 1, state: 'waiting' })
  })

  test('refuses a cancellation with another postcode', async () => {
    const token = await served.sign('refused')
    const answer = await cancel(token, '', 'ZZ1 1ZZ')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'wrong-postcode'])
    expect(await pushOf('refused')).toBeUndefined()
  })

  test('stores for the office what is not right, the same words once', async () => {
    const token = await served.sign('disputed')
    const first = (await dispute(token, 'Another price')).json()
    expect((await dispute(token, ' Another price ')).json()).toEqual(first)
    await dispute(token, 'And another name')
    expect(await served.db.selectFrom('disputes').select('words').orderBy('id').execute()).toEqual([
      { words: 'Another price' },
      { words: 'And another name' },
    ])
    expect((await served.events('disputed')).map(({ type }) => type)).toEqual(['disputed', 'disputed'])
    for (let n = 2; n < 20; n++)
      await sql`insert into disputes (session_id, received_at, words)
        values ('disputed', now(), ${String(n)})`.execute(served.db)
    expect((await dispute(token, 'One more')).statusCode).toBe(429)
  })

  test.each([
    ['words that are too long', '/dispute', { words: 'x'.repeat(2_001) }],
    ['a dispute without words', '/dispute', { words: ' ' }],
    ['a NUL', '/cancel', { words: '\0', postcode: POSTCODE }],
    ['half a character', '/cancel', { words: '\ud800', postcode: POSTCODE }],
  ])('refuses %s', async (_what, path, more) => {
    const answer = await served.ask(path, { token: 'A'.repeat(22), ...more })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'PGRST102'])
  })

  test('records a copy that the agent gave, once for its moment', async () => {
    await served.sign('given')
    const paper = { session_id: 'given', way: 'paper', number: 'F-17', at: '2026-03-01T10:05:00Z' }
    const first = await served.give(paper, { 'idempotency-key': 'given:9' })
    expect(first.json()).toMatchObject({ session_id: 'given', received_at: expect.any(String) })
    expect((await served.give(paper)).json()).toEqual(first.json())
    await served.give({ session_id: 'given', way: 'shared', at: paper.at })
    expect(await served.events('given')).toMatchObject([
      { type: 'paper-given', payload: { by: 'agent', number: 'F-17' } },
      { type: 'shared', payload: { by: 'agent' } },
    ])
  })

  test.each([
    ['a phone that is slow', '1999-01-01T00:00:00.000Z', 'from the signature'],
    ['a phone that is fast', '2099-01-01T00:00:00.000Z', 'from its arrival'],
  ])('counts a paper copy of %s, which says %s, %s', async (session_id, at, from) => {
    await served.sign(session_id)
    const given = { session_id, way: 'paper', at }
    const { received_at } = (await served.give(given)).json()
    expect((await served.give(given)).json()).toEqual({ session_id, received_at })
    expect(await served.events(session_id)).toMatchObject([{ payload: { received_at, reported_at: at } }])
    const [sale] = await readSales({ db: served.db, config: { mail: undefined } }, [session_id])
    expect(sale?.clock?.informed_at).toBe(from === 'from its arrival' ? received_at : AT)
  })

  test.each([['F\n17'], ['x'.repeat(41)], ['\ud800'], [''], ['🦄']])(
    'refuses the number %j on a paper, and says what to do',
    async (number) => {
      const answer = await served.give({
        session_id: 'any',
        way: 'paper',
        number,
        at: '2026-03-01T10:05:00Z',
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'PGRST102', details: `number: ${PAPER_NUMBER_RULE}` })
    },
  )

  test('shows agent, office and customer the number on the paper', async () => {
    const token = await served.sign('numbered')
    await served.seal('numbered', 1)
    await served.give({ session_id: 'numbered', way: 'paper', number: ' F-17 ', at: '2026-03-01T10:05:00Z' })
    const [sale] = await readSales({ db: served.db, config: { mail: undefined } }, ['numbered'])
    expect(sale?.copy_state).toEqual({
      state: 'paper-given',
      at: '2026-03-01T10:05:00.000Z',
      reason: null,
      number: 'F-17',
    })
    expect(sale?.clock?.informed_at).toBe('2026-03-01T10:05:00.000Z')
    expect((await served.ask('', { token })).json<CustomersCopy>().copy_state).toContain(
      'You were given the paper copy no. F-17 on ',
    )
  })

  test('starts the clock on the day that the paper was given', async () => {
    const token = await served.sign('clock')
    expect((await served.ask('', { token })).json<CustomersCopy>()).toMatchObject({
      came_late: false,
      clock: ['You can still cancel', expect.stringContaining('Until we can')],
    })
    await served.give({ session_id: 'clock', way: 'paper', at: '2026-03-03T10:00:00Z' })
    expect((await served.ask('', { token })).json()).toMatchObject({
      came_late: true,
      clock: ['You could cancel until the end of Tuesday 17 March 2026'],
    })
  })

  test('refuses a copy for an unknown sale, or for a sale other than its key names', async () => {
    const paper = { session_id: 'nobody', way: 'paper', at: '2026-03-01T10:05:00Z' }
    expect((await served.give(paper)).statusCode).toBe(406)
    expect((await served.give(paper, { 'idempotency-key': 'other:9' })).statusCode).toBe(400)
    expect((await served.give({ ...paper, way: 'mail' })).statusCode).toBe(400)
    expect((await served.give(paper, { apikey: 'wrong' })).statusCode).toBe(401)
  })

  test('shows tracker and office what a customer said', async () => {
    const token = await served.sign('spoken')
    const { received_at } = (await cancel(token, 'I moved')).json<CancellationReceived>()
    await dispute(token, 'My name is wrong')
    const { name } = agreementOf().customer
    const listed = await listCustomerNotices(served.db, false)
    expect(listed.filter(({ session_id }) => session_id === 'spoken')).toMatchObject([
      { kind: 'disputed', words: 'My name is wrong', in_time: null, customer_name: name },
      { kind: 'cancelled', words: 'I moved', in_time: true, customer_name: name },
    ])
    await served.sign('silent')
    const [silent, spoken] = await readSales({ db: served.db, config: { mail: undefined } }, [
      'spoken',
      'silent',
    ])
    expect(silent).not.toHaveProperty('cancelled_at')
    expect(new Date(spoken?.cancelled_at ?? '').toISOString()).toBe(received_at)
  })

  test('an erasure removes what the customer said', async () => {
    const token = await served.sign('erased')
    await cancel(token, 'I moved to 5 Mill Lane')
    await dispute(token, 'My name is wrong')
    await erasePerson(served.db, agreementOf().customer.email)
    for (const table of ['cancellations', 'disputes', 'event_payloads'] as const)
      expect(await served.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect((await served.ask('', { token })).statusCode).toBe(404)
  })
})
