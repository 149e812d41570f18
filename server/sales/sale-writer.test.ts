import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgentFields } from '#domain/opportunity/opportunity.ts'
import { type ServedTables, serveTables } from '../postgrest/test-server.ts'
import { DATABASES } from '../testing/databases.ts'
import type { StoredSale } from './opportunities.queries.ts'
import { planWrite } from './plan-write.ts'
import { createSaleWriter, type SaleWriter } from './sale-writer.ts'

const AGENTS = Array.from({ length: 12 }, (_, agent) => `sale_${agent}`)

describe.each(DATABASES)('sales that are written at the same instant, on the %s database,', (kind) => {
  let server: ServedTables
  let writer: SaleWriter
  beforeAll(async () => {
    server = await serveTables(kind)
  })
  beforeEach(async () => {
    await server.empty()
    writer = createSaleWriter(server.db)
  })
  afterAll(() => server?.stop())

  const write = (values: Partial<AgentFields> & { session_id: string }, before?: StoredSale) => {
    const plan = planWrite(before, { values, sequence: before ? 2 : 1 })
    if (!plan.ok) throw new Error(plan.failure.sentence)
    return writer.write(plan.value)
  }
  const create = (session_id: string, lead_id: string | null = null) => write({ session_id, lead_id })
  const addLeads = () => Promise.all(AGENTS.map(() => server.addLead()))
  const sessions = async () => {
    const sales = await server.db.selectFrom('opportunities').select('session_id').execute()
    return sales.map(({ session_id }) => session_id)
  }
  const leadStatuses = async () => {
    const leads = await server.db.selectFrom('leads').select('status').execute()
    return leads.map(({ status }) => status)
  }

  it('are one commit, and each caller gets its own sale', async () => {
    const leads = await addLeads()
    const stored = await Promise.all(AGENTS.map((agent, index) => create(agent, leads[index]?.id)))
    expect(stored.map((one) => [one?.sale.session_id, one?.sale.lead_id])).toEqual(
      AGENTS.map((agent, index) => [agent, leads[index]?.id]),
    )
    expect(await leadStatuses()).toEqual(AGENTS.map(() => 'contacted'))
    const { rows } = await sql<{ commits: number }>`
      select count(distinct xmin::text)::int as commits from opportunities`.execute(server.db)
    expect(rows).toEqual([{ commits: 1 }])
  })

  it('change only the columns that each of them sets', async () => {
    const created = await Promise.all(AGENTS.map((agent) => create(agent)))
    const before = created.map((sale) => sale && { ...sale, revision: 2 })
    await sql`update opportunities set service_speed = 'written elsewhere'`.execute(server.db)
    const changes = AGENTS.map((_, index) =>
      index % 2 ? { notes: `Door ${index}` } : { customer_name: 'Ada' },
    )
    const after = await Promise.all(
      AGENTS.map((session_id, index) => write({ session_id, ...changes[index] }, before[index])),
    )
    const untouched = { notes: null, customer_name: null, service_speed: 'written elsewhere' }
    for (const [index, stored] of after.entries())
      expect(stored).toMatchObject({ revision: 3, sale: { ...untouched, ...changes[index] } })
  })

  it('may be new or existing', async () => {
    const before = await create('sale_old')
    const [old, young] = await Promise.all([
      write({ session_id: 'sale_old', status: 'qualified' }, before),
      create('sale_young'),
    ])
    expect([old?.sale.status, young?.sale.status]).toEqual(['qualified', 'open'])
  })

  it.each([
    ['23503', 'whose lead does not exist', { lead_id: randomUUID() }],
    [
      '54000',
      'that is too long for its index',
      { ghl_opportunity_id: randomBytes(8_000).toString('base64') },
    ],
  ])('are all stored except one (%s) %s', async (code, _what, values) => {
    const refused = expect(write({ session_id: 'sale_refused', ...values })).rejects.toMatchObject({ code })
    const others = await Promise.all(AGENTS.map((agent) => create(agent)))
    await refused
    expect(others.map((one) => one?.sale.session_id)).toEqual(AGENTS)
    expect((await sessions()).sort()).toEqual([...AGENTS].sort())
  })

  it('are one sale if their session is the same', async () => {
    const stored = await Promise.all(AGENTS.map(() => create('sale_0')))
    expect(stored.filter(Boolean)).toHaveLength(1)
    expect(await sessions()).toEqual(['sale_0'])
  })

  it('move a shared lead to the furthest status among them', async () => {
    const { id } = await server.addLead()
    await Promise.all([
      write({ session_id: 'sale_1', lead_id: id }),
      write({ session_id: 'sale_2', lead_id: id, status: 'qualified' }),
      write({ session_id: 'sale_3', lead_id: id }),
    ])
    expect(await leadStatuses()).toEqual(['qualified'])
  })

  it.runIf(kind === 'postgres')('do not wait for the one whose lead is locked', async () => {
    const [locked] = await addLeads()
    const isLocked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = server.db.transaction().execute(async (transaction) => {
      await sql`select from leads where id = ${locked?.id} for update`.execute(transaction)
      isLocked.resolve()
      await release.promise
    })
    await isLocked.promise
    let isWritten = false
    const late = create('sale_late', locked?.id).finally(() => {
      isWritten = true
    })
    const others = await Promise.all(AGENTS.map((agent) => create(agent)))
    expect(others.map((one) => one?.sale.session_id)).toEqual(AGENTS)
    expect(isWritten).toBe(false)
    release.resolve()
    await holding
    expect((await late)?.sale.session_id).toBe('sale_late')
  })
})
