import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { byCaller } from '../audit/record-act.queries.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import { DATA_ROUTES } from './descriptions.ts'
import type { PremisesData } from './premises-data.ts'
import { LOADED_BODY, PROGRESS_BODY, versionIdOf, WANTED_BODY } from './requests.ts'

/** A batch of rows is some 80 KB. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024
/** A release names about a thousand suppliers and projects. */
const MAX_NAMES_BYTES = 8 * 1024 * 1024

/**
 * Returns the routes that load a version, from its beginning until it is active. Only an import on this machine may
 * call them.
 */
export function loadingRoutes(data: PremisesData): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', onlyFromThisMachine)
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    app.post('/versions', { config: { describes: DATA_ROUTES.begin } }, async ({ body }, reply) => {
      const wanted = WANTED_BODY.safeParse(body)
      if (!wanted.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(wanted.error)))
      return data.begin(wanted.data)
    })
    app.post(
      '/versions/:id/lease',
      { config: { describes: DATA_ROUTES.renew } },
      async ({ params, body }, reply) => {
        const progress = PROGRESS_BODY.safeParse(body)
        if (!progress.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(progress.error)))
        await data.renew(versionIdOf(params), progress.data)
        return reply.code(204).send()
      },
    )
    app.post(
      '/versions/:id/rows',
      { bodyLimit: MAX_BATCH_BYTES, config: { describes: DATA_ROUTES.load } },
      async ({ params, body }, reply) => {
        await data.load(versionIdOf(params), body as Buffer)
        return reply.code(204).send()
      },
    )
    app.post(
      '/versions/:id/activate',
      { bodyLimit: MAX_NAMES_BYTES, config: { describes: DATA_ROUTES.activate } },
      async (request, reply) => {
        const loaded = LOADED_BODY.safeParse(request.body)
        if (!loaded.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(loaded.error)))
        return data.activate(versionIdOf(request.params), loaded.data, byCaller(request))
      },
    )
  }
}

async function onlyFromThisMachine(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!isFromThisMachine(request)) await sendProblem(reply, problemOf('data-is-local'))
}
