import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { z } from 'zod'
import { success } from '#domain/kernel/result.ts'
import { COPY_PATH } from '#protocol/copy.ts'
import type { ChangeFeed } from '../changes/change-feed.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { answerError } from '../http/answer-error.ts'
import { type Answer, failWith, problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import type { Description } from '../openapi/description.ts'
import { sha256 } from '../sha256.ts'
import { cancelSale } from './cancel.commands.ts'
import { checkPostcode, confirmCopy, downloadDocument, openCopy } from './copy.commands.ts'
import { type CopyFound, findCopy } from './copy.queries.ts'
import { DESCRIPTIONS } from './descriptions.ts'
import { disputeSale } from './dispute.commands.ts'
import { WrongPostcodes } from './wrong-postcodes.ts'

/** Large enough for the longest words, however they are escaped. */
const MAX_BODY_BYTES = 32 * 1024

const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

type CopyContext = {
  db: Db
  config: Pick<Config, 'mail'>
  changeFeed: Pick<ChangeFeed, 'wake'>
  deliveries: Pick<Deliveries, 'wake'>
}

/**
 * Returns the routes of the customer's page, which need no key (`protocol/copy.ts`, docs/product 13.6). The token is in
 * the body, so that no log or proxy has it, and is only ever hashed.
 */
export function copyRoutes(context: CopyContext): FastifyPluginAsync {
  const { db } = context
  const wrongPostcodes = new WrongPostcodes()

  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE))

    /** Serves a function. `run` gets the sale behind the token and the rest of the body. */
    function serve<Body extends { token: string }>(
      path: string,
      describes: Description & { body: z.ZodType<Body> },
      run: (found: CopyFound, body: Body, reply: FastifyReply) => Promise<Answer<unknown>>,
    ): void {
      const options = { bodyLimit: MAX_BODY_BYTES, config: { describes } }
      app.post(COPY_PATH + path, options, async (request, reply) => {
        const body = describes.body.safeParse(request.body)
        if (!body.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(body.error)))
        const found = await findCopy(db, sha256(body.data.token))
        const answer = found ? await run(found, body.data, reply) : failWith('no-such-copy')
        return answer.ok ? reply.send(answer.value) : sendProblem(reply, answer.failure)
      })
    }

    serve('', DESCRIPTIONS.open, async (found) => success(await openCopy(context, found)))
    serve('/confirm', DESCRIPTIONS.confirm, (found) => confirmCopy(context, found))
    serve('/dispute', DESCRIPTIONS.dispute, (found, { words }) => disputeSale(db, found, words))
    serve('/cancel', DESCRIPTIONS.cancel, async (found, { postcode, words }) => {
      const allowed = checkPostcode(wrongPostcodes, found, postcode)
      return allowed.ok ? cancelSale(context, found, words) : allowed
    })
    serve('/document', DESCRIPTIONS.document, async (found, { postcode }, reply) => {
      const allowed = checkPostcode(wrongPostcodes, found, postcode)
      if (!allowed.ok) return allowed
      const file = await downloadDocument(context, found)
      if (!file.ok) return file
      reply.type('application/pdf')
      return success(Buffer.from(file.value))
    })
  }
}
