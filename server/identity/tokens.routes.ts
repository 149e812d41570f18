import type { FastifyPluginAsync } from 'fastify'
import { type NewToken, TOKENS_PATH, type TokenMade } from '#protocol/people.ts'
import { type By, byCaller, recorded } from '../audit/record-act.queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { admit } from './admit.ts'
import { ID_PARAMS, NEW_TOKEN, TOKEN_LISTED, TOKEN_MADE, TOKENS_LISTED } from './identity.requests.ts'
import { hashOf, newToken } from './secrets.ts'
import { addToken, findListedToken, listTokens, revokeToken } from './tokens.queries.ts'

const list = { summary: 'List the tokens of other programs', answer: TOKENS_LISTED }
const make = {
  summary: 'Make a token, which is shown only once',
  body: NEW_TOKEN,
  answer: TOKEN_MADE,
  status: 201,
} as const
const revoke = { summary: 'Revoke a token', params: ID_PARAMS, answer: TOKEN_LISTED }

/** The number of a token's letters that are shown later, so that people can recognise it. */
const HINT_LETTERS = 4

/** Returns the routes for the tokens of other programs (docs/product 26.9, `protocol/people.ts`). */
export function tokensRoutes(context: Pick<Context, 'callers' | 'db'>): FastifyPluginAsync {
  const { callers, db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'manage-tokens'))

    app.get(TOKENS_PATH, { config: { describes: list } }, async () => ({ tokens: await listTokens(db) }))
    app.post(TOKENS_PATH, { config: { describes: make } }, async (request, reply) => {
      const { data, error } = NEW_TOKEN.safeParse(request.body)
      if (error) return sendProblem(reply, problemOf('PGRST102', fieldsOf(error)))
      return reply.code(201).send(await makeToken(db, byCaller(request), data))
    })
    app.delete(`${TOKENS_PATH}/:id`, { config: { describes: revoke } }, async (request, reply) => {
      const which = ID_PARAMS.safeParse(request.params)
      if (!which.success) return sendProblem(reply, problemOf('not-found'))
      const { id } = which.data
      await recorded(
        db,
        byCaller(request),
        (tx) => revokeToken(tx, id),
        (isRevoked) => isRevoked && { verb: 'token-revoked', objectId: id },
      )
      callers.forget()
      return (await findListedToken(db, id)) ?? sendProblem(reply, problemOf('not-found'))
    })
  }
}

const makeToken = async (db: Db, by: By, wanted: NewToken): Promise<TokenMade> => {
  const token = newToken()
  const createdBy = by.actor === 'person' ? (by.actorId ?? null) : null
  const listed = await recorded(
    db,
    by,
    (tx) => addToken(tx, { ...wanted, hash: hashOf(token), hint: token.slice(-HINT_LETTERS), createdBy }),
    ({ id, permissions }) => ({
      verb: 'token-made',
      objectId: id,
      details: { permissions: permissions.join(' ') },
    }),
  )
  return { token, listed }
}
