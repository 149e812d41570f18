import type { FastifyPluginAsync } from 'fastify'
import { onFirstUse } from '#domain/kernel/on-first-use.ts'
import type { Operation } from './description.ts'
import { openApiDocument } from './document.ts'

/**
 * Returns the public route `GET /openapi.json`, which describes the functions and the back office (docs/product 8.14).
 */
export function openApiRoutes(operations: readonly Operation[]): FastifyPluginAsync {
  const document = onFirstUse(() => openApiDocument(operations))
  return async (app) => {
    app.get('/openapi.json', async ({ protocol, host }, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .send({ ...document(), servers: [{ url: `${protocol}://${host}` }] }),
    )
  }
}
