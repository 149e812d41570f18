import type { FastifyPluginAsync } from 'fastify'
import { OFFICE_PHONES_PATH } from '#protocol/phones.ts'
import { type By, byCaller, recorded } from '../audit/record-act.queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { admit } from '../identity/admit.ts'
import type { Description } from '../openapi/description.ts'
import { labelPhone, listPhones, lockPhone } from './phones.queries.ts'
import { PHONE_LABEL, PHONE_LISTED, PHONE_PARAMS, PHONES_LISTED } from './phones.requests.ts'

const list: Description = {
  summary: 'List the phones, those that need attention first',
  answer: PHONES_LISTED,
}
const name: Description = {
  summary: 'Name a phone, or take its name away',
  params: PHONE_PARAMS,
  body: PHONE_LABEL,
  answer: PHONE_LISTED,
}

/** Returns the routes of the phones for the back office (docs/product 24.4). Calls need the public key. */
export function officePhonesRoutes(context: Pick<Context, 'callers' | 'db'>): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-office', write: 'write-office' }))
    app.get(OFFICE_PHONES_PATH, { config: { describes: list } }, async () => listPhones(db))
    app.put(`${OFFICE_PHONES_PATH}/:id`, { config: { describes: name } }, async (request, reply) => {
      const which = PHONE_PARAMS.safeParse(request.params)
      const { data, error } = PHONE_LABEL.safeParse(request.body)
      if (error) return sendProblem(reply, problemOf('PGRST102', fieldsOf(error)))
      const phone = which.success && (await renamePhone(db, byCaller(request), which.data.id, data.label))
      return phone || sendProblem(reply, problemOf('not-found'))
    })
  }
}

/** Renames a phone. A repeat changes nothing and is not recorded. Returns undefined if there is no such phone. */
const renamePhone = async (db: Db, by: By, id: string, label: string | null) => {
  const { phone } = await recorded(
    db,
    by,
    async (tx) => ({ before: await lockPhone(tx, id), phone: await labelPhone(tx, id, label) }),
    ({ before, phone }) => phone && before?.label !== label && { verb: 'phone-renamed', objectId: id },
  )
  return phone
}
