import { createClient } from '@supabase/supabase-js'
import Fastify from 'fastify'
import { verifySalesRoutes } from '../opportunities/verify-sales.routes.ts'
import { type DATABASES, freshDatabase } from '../testing/databases.ts'
import { dataApiRoutes } from './data-api.routes.ts'

const PUBLIC_KEY = 'public-key-of-tests'

/** The data API over HTTP on a database of its own, with the official client and bare calls beside it. */
export async function serveTables(kind: (typeof DATABASES)[number]) {
  const { db, close } = await freshDatabase(kind)
  const woken = { deliveries: 0, changeFeed: 0 }
  const context = {
    config: { publicKey: PUBLIC_KEY },
    db,
    deliveries: { wake: () => void (woken.deliveries += 1) },
    changeFeed: { wake: () => void (woken.changeFeed += 1) },
  } as unknown as Parameters<typeof dataApiRoutes>[0]
  const app = Fastify()
  app.register(dataApiRoutes(context))
  app.register(verifySalesRoutes(context))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    db,
    url,
    woken,
    publicKey: PUBLIC_KEY,
    client: createClient(url, PUBLIC_KEY),
    /** One bare call; a body that is no text is sent as JSON. */
    call(
      method: string,
      path: string,
      { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
    ) {
      return fetch(url + path, {
        method,
        headers: { apikey: PUBLIC_KEY, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    },
    async stop() {
      await app.close()
      await close()
    },
  }
}

export type ServedTables = Awaited<ReturnType<typeof serveTables>>
