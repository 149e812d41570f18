import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { type AreaEntry, readArea } from '#domain/premises/area-entry.ts'
import { fieldsOf } from '../automation/report.ts'
import { NotDone } from '../backup/not-done.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/handle.ts'
import { answerError } from '../http/answer-error.ts'
import { type Answer, failWith, problemOf, sendProblem } from '../http/problem.ts'
import { requireKey } from '../http/public-key.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import { DATA_ROUTES } from './descriptions.ts'
import { premisesDataOn } from './premises-data.ts'
import {
  AREA_PARAMS,
  AREAS_BODY,
  LOADED_BODY,
  PROGRESS_BODY,
  VERSION_PARAMS,
  WANTED_BODY,
} from './requests.ts'
import { deleteVoucherArea } from './voucher-areas.queries.ts'

type DataContext = { database: Database; config: Pick<Config, 'publicKey'> }

/** A batch of rows is some 80 KB. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024
/** A release names some thousand suppliers and projects. */
const MAX_NAMES_BYTES = 8 * 1024 * 1024

/** The data on premises (see `protocol/premises-data.ts`), with the public key. */
export function premisesDataRoutes(context: DataContext): FastifyPluginAsync {
  const { database } = context
  const data = premisesDataOn(database)
  return async (app) => {
    app.setErrorHandler((error, request, reply) =>
      error instanceof NotDone
        ? sendProblem(reply, problemOf('data-not-done', error.message))
        : answerError(error as Parameters<typeof answerError>[0], request, reply),
    )
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', requireKey(context))
    app.addHook('onClose', () => data.close())

    app.get('/', { config: { describes: DATA_ROUTES.list } }, () => data.list())
    app.post('/areas', { config: { describes: DATA_ROUTES.putAreas } }, async ({ body }, reply) => {
      const areas = readAreas(body)
      if (!areas.ok) return sendProblem(reply, areas.failure)
      await data.putAreas(areas.value)
      return areas.value
    })
    app.delete(
      '/areas/:area',
      { config: { describes: DATA_ROUTES.deleteArea } },
      async ({ params }, reply) => {
        const asked = AREA_PARAMS.safeParse(params)
        const isGone = asked.success && (await deleteVoucherArea(database.db, asked.data.area))
        return isGone ? reply.code(204).send() : sendProblem(reply, problemOf('not-found'))
      },
    )
    app.delete('/versions/:id', { config: { describes: DATA_ROUTES.drop } }, ({ params }) =>
      data.drop(idOf(params)),
    )
    app.register(async (local) => {
      local.addHook('onRequest', onlyFromThisMachine)
      local.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      local.post('/versions', { config: { describes: DATA_ROUTES.begin } }, async ({ body }, reply) => {
        const wanted = WANTED_BODY.safeParse(body)
        if (!wanted.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(wanted.error)))
        return data.begin(wanted.data)
      })
      local.post(
        '/versions/:id/lease',
        { config: { describes: DATA_ROUTES.renew } },
        async ({ params, body }, reply) => {
          const progress = PROGRESS_BODY.safeParse(body)
          if (!progress.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(progress.error)))
          await data.renew(idOf(params), progress.data)
          return reply.code(204).send()
        },
      )
      local.post(
        '/versions/:id/rows',
        { bodyLimit: MAX_BATCH_BYTES, config: { describes: DATA_ROUTES.load } },
        async ({ params, body }, reply) => {
          await data.load(idOf(params), body as Buffer)
          return reply.code(204).send()
        },
      )
      local.post(
        '/versions/:id/activate',
        { bodyLimit: MAX_NAMES_BYTES, config: { describes: DATA_ROUTES.activate } },
        async ({ params, body }, reply) => {
          const loaded = LOADED_BODY.safeParse(body)
          if (!loaded.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(loaded.error)))
          return data.activate(idOf(params), loaded.data)
        },
      )
    })
  }
}

async function onlyFromThisMachine(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!isFromThisMachine(request)) await sendProblem(reply, problemOf('data-is-local'))
}

/** 0, which no version has, if it is not a valid id. */
const idOf = (params: unknown) => VERSION_PARAMS.safeParse(params).data?.id ?? 0

function readAreas(body: unknown): Answer<AreaEntry[]> {
  const given = AREAS_BODY.safeParse(body)
  if (!given.success) return failWith('PGRST102', fieldsOf(given.error))
  const today = londonDateOf(new Date().toISOString())
  const areas: AreaEntry[] = []
  for (const texts of given.data) {
    const area = readArea(texts, today)
    if (!area.ok) return failWith('data-not-done', area.failure.reason)
    areas.push(area.value)
  }
  const isTwice = new Set(areas.map(({ area }) => area)).size < areas.length
  return isTwice ? failWith('data-not-done', 'An area is there twice') : { ok: true, value: areas }
}
