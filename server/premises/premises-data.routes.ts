import type { FastifyPluginAsync } from 'fastify'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { type AreaEntry, readArea } from '#domain/premises/area-entry.ts'
import { type By, byCaller, recorded } from '../audit/record-act.queries.ts'
import { NotDone } from '../backup/not-done.ts'
import type { Database } from '../db/handle.ts'
import type { Db } from '../db/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { type Answer, failWith, problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import { DATA_ROUTES } from './descriptions.ts'
import { loadingRoutes } from './loading.routes.ts'
import { premisesDataOn } from './premises-data.ts'
import { AREA_PARAMS, AREAS_BODY, versionIdOf } from './requests.ts'
import { deleteVoucherArea } from './voucher-areas.queries.ts'

type DataContext = Admitting & { database: Database }

/** Returns the routes of the data on premises (`protocol/premises-data.ts`). Calls need the public key. */
export function premisesDataRoutes(context: DataContext): FastifyPluginAsync {
  const { database } = context
  const data = premisesDataOn(database, { actor: 'office' })
  return async (app) => {
    app.setErrorHandler((error, request, reply) =>
      error instanceof NotDone
        ? sendProblem(reply, problemOf('data-not-done', error.message))
        : answerError(error as Parameters<typeof answerError>[0], request, reply),
    )
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-office', write: 'write-office' }))
    app.addHook('onClose', () => data.close())

    app.get('/', { config: { describes: DATA_ROUTES.list } }, () => data.list())
    app.post('/areas', { config: { describes: DATA_ROUTES.putAreas } }, async (request, reply) => {
      const areas = readAreas(request.body)
      if (!areas.ok) return sendProblem(reply, areas.failure)
      await data.putAreas(areas.value, byCaller(request))
      return areas.value
    })
    app.delete('/areas/:area', { config: { describes: DATA_ROUTES.deleteArea } }, async (request, reply) => {
      const asked = AREA_PARAMS.safeParse(request.params)
      const isGone = asked.success && (await deleteArea(database.db, byCaller(request), asked.data.area))
      return isGone ? reply.code(204).send() : sendProblem(reply, problemOf('not-found'))
    })
    app.delete('/versions/:id', { config: { describes: DATA_ROUTES.drop } }, (request) =>
      data.drop(versionIdOf(request.params), byCaller(request)),
    )
    app.register(loadingRoutes(data))
  }
}

const deleteArea = (db: Db, by: By, area: string): Promise<boolean> =>
  recorded(
    db,
    by,
    (tx) => deleteVoucherArea(tx, area),
    (isDeleted) => isDeleted && { verb: 'area-deleted', objectId: area },
  )

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
  return isTwice ? failWith('data-not-done', 'An area appears twice') : { ok: true, value: areas }
}
