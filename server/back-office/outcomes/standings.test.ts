import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import { hasOpenComplaint } from '#domain/after-signature/refuse-outcome.ts'
import { SALE_OUTCOMES } from '#domain/after-signature/sale-outcome.ts'
import { standingOf } from '#domain/after-signature/standing-of-sale.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { OUTCOME_FILTERS, type SaleListed, type SalesPage } from '#protocol/office-sales.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { salesRoutes } from '../sales/sales.routes.ts'
import { listOutcomes } from './outcomes.queries.ts'

const KEY = 'test-key'
const SALES = 30
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

describe.each(DATABASES)('The standings of sales, on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  beforeAll(async () => {
    database = await freshDatabase(kind)
    app = Fastify()
    const context = { db: database.db, callers: keyHolders(KEY) }
    await app.register(salesRoutes(context), { prefix: BACK_OFFICE_PATH })
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })

  const get = (query: string) => app.inject({ url: `${BACK_OFFICE_PATH}${query}`, headers: { apikey: KEY } })
  const find = async (outcome: string) =>
    (await get(`/sales-list?limit=200&outcome=${outcome}`)).json<SalesPage>().sales

  /**
   * Gives each sale up to five outcomes of any kind on a few days, recorded before and after them, so that many count
   * from the same day. In July, 23:30 in UTC is the next day in London.
   */
  async function recordAny(): Promise<void> {
    const random = seeded(seed)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
    const sales = Array.from({ length: SALES }, (_, number) => ({ session_id: `sale_${number}` }))
    await database.db.insertInto('opportunities').values(sales).execute()
    for (const { session_id } of sales)
      for (let left = Math.floor(random() * 6); left > 0; left--) {
        const kind = pick(SALE_OUTCOMES)
        await database.db
          .insertInto('sale_outcomes')
          .values({
            id: randomUUID(),
            session_id,
            kind,
            happened_on: pick(['2026-07-08', '2026-07-09', '2026-07-10']),
            amount: kind === 'clawback' ? 10 : null,
            words: '',
            recorded_at: pick([
              '2026-07-08T09:00:00.000Z',
              '2026-07-09T22:30:00.000Z',
              '2026-07-09T23:30:00.000Z',
              '2026-07-11T09:00:00.000Z',
            ]),
            taken_back_at: random() < 0.2 ? '2026-07-11T09:00:00.000Z' : null,
          })
          .execute()
      }
  }

  test(`the list and each of its filters agree with the rules, whatever was recorded (SEED=${seed})`, async () => {
    await recordAny()
    const all = await find('all')
    expect(all).toHaveLength(SALES)
    for (const { session_id, standing, complaint_open } of all) {
      const outcomes = await listOutcomes(database.db, session_id)
      expect([session_id, standing, complaint_open]).toEqual([
        session_id,
        standingOf(outcomes) ?? null,
        hasOpenComplaint(outcomes),
      ])
    }
    const belongs = (outcome: string, { standing, complaint_open }: SaleListed) =>
      outcome === 'complaint-open' ? complaint_open : standing?.kind === outcome
    for (const outcome of OUTCOME_FILTERS.slice(1)) {
      const expected = all.filter((sale) => belongs(outcome, sale))
      expect([outcome, await find(outcome)]).toEqual([outcome, expected])
    }
  })

  test('are exported as they are listed', async () => {
    const id = 'sale_exported'
    await database.db.insertInto('opportunities').values({ session_id: id }).execute()
    const outcome = { session_id: id, happened_on: '2026-07-08', words: '' }
    // In London it is the next day already.
    const booking = { happened_on: '2026-07-30', recorded_at: '2026-07-08T23:30:00.000Z' }
    await database.db
      .insertInto('sale_outcomes')
      .values([
        { id: randomUUID(), kind: 'install-booked', ...outcome, ...booking },
        { id: randomUUID(), kind: 'failed-install', ...outcome, recorded_at: '2026-07-09T09:00:00.000Z' },
        { id: randomUUID(), kind: 'complaint-opened', ...outcome },
      ])
      .execute()
    const [head = '', row = ''] = (await get(`/sales.csv?search=${id}`)).body.split('\r\n')
    const columns = head.split(',')
    const cell = (name: string) => row.split(',')[columns.indexOf(name)]
    expect(['outcome', 'outcome_on', 'complaint_open'].map(cell)).toEqual([
      'install-booked',
      '2026-07-30',
      'true',
    ])
  })
})
