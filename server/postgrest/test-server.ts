import { createClient } from '@supabase/supabase-js'
import Fastify from 'fastify'
import type { Insertable } from 'kysely'
import { vi } from 'vitest'
import type { LeadRow } from '../db/rows/sales.ts'
import type { Db } from '../db/schema.ts'
import { RecentSales } from '../sales/recent-sales.ts'
import { createSaleWriter } from '../sales/sale-writer.ts'
import { verifySalesRoutes } from '../sales/verify-sales.routes.ts'
import { type DATABASES, freshDatabase } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { dataApiRoutes } from './data-api.routes.ts'

export const PUBLIC_KEY = 'public-key-of-tests'
const WRITTEN = ['opportunities', 'leads', 'applied_calls', 'deliveries', 'ghl_sync_log', 'changes']

type Call = { body?: unknown; headers?: Record<string, string> }

/** Serves the data API over HTTP on its own database, with the official client. */
export async function serveTables(kind: (typeof DATABASES)[number]) {
  const { db, searchDb, url: databaseUrl, close } = await freshDatabase(kind)
  const changeFeed = { wake: vi.fn() }
  const context = {
    callers: keyHolders(PUBLIC_KEY),
    db,
    searchDb,
    changeFeed,
    recentSales: new RecentSales(),
    saleWriter: createSaleWriter(db),
  }
  const app = Fastify()
  app.register(dataApiRoutes(context as unknown as Parameters<typeof dataApiRoutes>[0]))
  app.register(verifySalesRoutes(context as unknown as Parameters<typeof dataApiRoutes>[0]))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    db,
    url,
    /** The address of PostgreSQL. Undefined on the embedded database. */
    databaseUrl,
    /** The server side of the connections. */
    http: app.server,
    changeFeed,
    client: createClient(url, PUBLIC_KEY),
    /** Sends a plain call with the key. A body that is not a string is sent as JSON. */
    call: (method: string, path: string, { body, headers }: Call = {}) =>
      fetch(url + path, {
        method,
        headers: { apikey: PUBLIC_KEY, 'content-type': 'application/json', ...headers },
        body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
      }),
    addLead: (lead?: LeadToAdd) => addLead(db, lead),
    /** Adds leads a minute apart, each with its number as house number and household size. */
    addLeads: (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => addLead(db, numberedLead(n)))),
    /** Deletes what tests write. Truncating the tables would take the embedded database a tenth of a second. */
    async empty() {
      for (const table of WRITTEN)
        await db.executeQuery({ sql: `delete from ${table}`, parameters: [] } as never)
      vi.clearAllMocks()
    },
    async stop() {
      await app.close()
      await close()
    },
  }
}

type LeadToAdd = Partial<Insertable<LeadRow>>

const addLead = (db: Db, lead: LeadToAdd = {}) =>
  db
    .insertInto('leads')
    .values({ street_address: '1 High St', postcode: 'AB1 2CD', voucher_value: 1500, ...lead } as never)
    .returningAll()
    .executeTakeFirstOrThrow()

const numberedLead = (n: number): LeadToAdd => ({
  street_address: `${n} High St`,
  household_size: n,
  created_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
})

export type ServedTables = Awaited<ReturnType<typeof serveTables>>
