import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { success } from '#domain/kernel/result.ts'
import { COPY_PATH } from '#protocol/copy.ts'
import { fieldsOf } from '../automation/report.ts'
import type { ChangeFeed } from '../changes/change-feed.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { answerError } from '../http/answer-error.ts'
import { type Answer, failWith, problemOf, sendProblem } from '../http/problem.ts'
import { sha256 } from '../sha256.ts'
import { cancelSale } from './cancel.commands.ts'
import { checkPostcode, confirmCopy, downloadDocument, openCopy } from './copy.commands.ts'
import { type CopyFound, findCopy } from './copy.queries.ts'
import { disputeSale } from './dispute.commands.ts'
import { WrongPostcodes } from './wrong-postcodes.ts'

/** Room for the longest words, however they are escaped. */
const MAX_BODY_BYTES = 32 * 1024

const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

const token = z.string().regex(/^[A-Za-z0-9_-]{22}$/)
const postcode = z.string().min(1).max(200)
const TOKEN = z.strictObject({ token })
const DOCUMENT = z.strictObject({ token, postcode })
const words = z
  .string()
  .trim()
  .max(2_000)
  .refine((value) => value.isWellFormed() && !value.includes('\0'))
const CANCEL = z.strictObject({ token, postcode, words })
const DISPUTE = z.strictObject({ token, words: words.min(1) })

type CopyContext = {
  db: Db
  config: Pick<Config, 'mail'>
  changeFeed: Pick<ChangeFeed, 'wake'>
  deliveries: Pick<Deliveries, 'wake'>
}

/**
 * What the customer's page asks for, without a key (see `protocol/copy.ts`, docs/product 13.6). The token is only ever
 * hashed: it is in the body, so that no log or proxy has it.
 */
export function copyRoutes(context: CopyContext): FastifyPluginAsync {
  const { db } = context
  const wrongPostcodes = new WrongPostcodes()

  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE))

    /** Serves a function: `run` gets the sale behind the token, and what else is in the body. */
    function serve<Body extends { token: string }>(
      path: string,
      schema: z.ZodType<Body>,
      run: (found: CopyFound, body: Body, reply: FastifyReply) => Promise<Answer<unknown>>,
    ): void {
      app.post(COPY_PATH + path, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
        const body = schema.safeParse(request.body)
        if (!body.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(body.error)))
        const found = await findCopy(db, sha256(body.data.token))
        const answer = found ? await run(found, body.data, reply) : failWith('no-such-copy')
        return answer.ok ? reply.send(answer.value) : sendProblem(reply, answer.failure)
      })
    }

    serve('', TOKEN, async (found) => success(await openCopy(context, found)))
    serve('/confirm', TOKEN, (found) => confirmCopy(context, found))
    serve('/dispute', DISPUTE, (found, { words }) => disputeSale(db, found, words))
    serve('/cancel', CANCEL, async (found, { postcode, words }) => {
      const allowed = checkPostcode(wrongPostcodes, found, postcode)
      return allowed.ok ? cancelSale(context, found, words) : allowed
    })
    serve('/document', DOCUMENT, async (found, { postcode }, reply) => {
      const allowed = checkPostcode(wrongPostcodes, found, postcode)
      if (!allowed.ok) return allowed
      const file = await downloadDocument(context, found)
      if (!file.ok) return file
      reply.type('application/pdf')
      return success(Buffer.from(file.value))
    })
  }
}
