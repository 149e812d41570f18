import Fastify from 'fastify'
import type { Insertable } from 'kysely'
import { Registry } from 'prom-client'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { createChangeFeed } from '../changes/change-feed.ts'
import { liveRoutes, MAX_STREAMS } from '../changes/live.routes.ts'
import type { Context } from '../context.ts'
import type { LeadRow } from '../db/rows/sales.ts'
import type { Db } from '../db/schema.ts'
import { dataApiRoutes } from '../postgrest/data-api.routes.ts'
import { realtimeRoutes } from '../realtime/realtime.routes.ts'
import { type DATABASES, freshDatabase } from './databases.ts'
import { keyHolders } from './key-holders.ts'
import { openStream } from './sse-client.ts'

const KEY = 'test-key'

/** Serves the change stream, the sockets and the lists over HTTP on its own database. */
export async function startLiveServer(kind: (typeof DATABASES)[number], maxStreams = MAX_STREAMS) {
  const database = await freshDatabase(kind)
  const app = Fastify()
  const changeFeed = createChangeFeed({ ...database, log: app.log })
  const config = { publicKey: KEY, corsOrigins: [] as const } as Partial<Context['config']>
  const callers = keyHolders(KEY)
  const context = { callers, config, log: app.log, db: database.db, changeFeed } as unknown as Context
  const metrics = new Registry()
  app.register(liveRoutes(context, maxStreams)).register(dataApiRoutes(context))
  app.register(realtimeRoutes(context, metrics, maxStreams))
  await changeFeed.start()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${origin}${CHANGES_PATH}?apikey=${KEY}`
  return {
    app,
    changeFeed,
    database,
    db: database.db,
    metrics,
    origin,
    key: KEY,
    url,
    /** Opens a stream and reads its first event. Starts from the cursor if there is one, otherwise from now. */
    async open(cursor?: string) {
      const stream = await openStream(url, cursor === undefined ? {} : { 'last-event-id': cursor })
      return { ...stream, first: await stream.next() }
    },
    /** Returns one row as its list shows it. */
    async listed(table: 'leads' | 'opportunities', id: string): Promise<Record<string, unknown>> {
      const list = await fetch(`${origin}/rest/v1/${table}?select=*&id=eq.${id}`, {
        headers: { apikey: KEY },
      })
      return ((await list.json()) as [Record<string, unknown>])[0]
    },
    async close() {
      await app.close()
      await changeFeed.stop()
      await database.close()
    },
  }
}

/** Adds a lead. Every field except the street has a default. */
export const addLead = (db: Db, street_address: string, values: Partial<Insertable<LeadRow>> = {}) =>
  db
    .insertInto('leads')
    .values({ street_address, postcode: 'SY7 8AB', voucher_value: 1500, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
