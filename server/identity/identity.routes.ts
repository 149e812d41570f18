import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Me } from '#protocol/identity.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { type Answer, failWith, problemOf, sendProblem } from '../http/problem.ts'
import { readInput } from '../http/read-input.ts'
import type { Description } from '../openapi/description.ts'
import { type CookieOf, sendCookie } from './cookies.ts'
import type { Credentials } from './credentials.ts'
import { ACCEPTANCE, CODE, ENROLMENT, INVITATION_SHOWN, ME, SIGN_IN } from './identity.requests.ts'
import { readMe } from './me.ts'
import { createPasswords } from './passwords.ts'
import { findInvitation } from './people.queries.ts'
import { problemOfCaller } from './permit.ts'
import { hashOf, hashOfCode } from './secrets.ts'
import { acceptInvitation, confirmWipe, enrol, signIn } from './sign-in.commands.ts'
import { endSignIn } from './sign-in.queries.ts'

type IdentityContext = Pick<Context, 'callers' | 'config' | 'db'>

const describe = (summary: string, body?: z.ZodType, answer: z.ZodType = ME) => ({
  config: { describes: { summary, answer, ...(body && { body }) } satisfies Description },
})

/** Returns the routes by which people and phones prove who they are (docs/product 26.7, `protocol/identity.ts`). */
export function identityRoutes(context: IdentityContext): FastifyPluginAsync {
  const { callers, db } = context
  const parts = { db, passwords: createPasswords() }
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (callers.hasPublicKey(callers.credentialsOf(request))) return
      await sendProblem(reply, problemOfCaller('invalid-key'))
    })

    app.get('/me', describe('Look up the caller'), (request) =>
      readMe(context, callers.credentialsOf(request)),
    )
    app.post(
      '/invitation',
      describe('Look at an invitation', CODE, INVITATION_SHOWN),
      async (request, reply) => {
        const given = readBody(context, request, CODE)
        if (!given.ok) return sendProblem(reply, given.failure)
        const invitation = await findInvitation(db, hashOfCode(given.value.code))
        return invitation ?? sendProblem(reply, problemOf('no-such-invitation'))
      },
    )
    const proves = provingRoutes(app, context)
    proves('/sign-in', 'Sign in with a name and a password', SIGN_IN, 'sign-in', (given, id) =>
      signIn(parts, given, id),
    )
    proves('/accept', 'Accept an invitation with a new password', ACCEPTANCE, 'sign-in', (given, id) =>
      acceptInvitation(parts, given, id),
    )
    proves('/enrol', 'Enrol a phone', ENROLMENT, 'phone', (given, id, { phone }) =>
      enrol(db, given, phone, id),
    )
    endingRoutes(app, context)
  }
}

/**
 * Returns a function that adds a route. The response says who the caller is from now on, and sets the cookie that
 * proves it.
 */
const provingRoutes =
  (app: FastifyInstance, context: IdentityContext) =>
  <Body>(
    path: string,
    summary: string,
    body: z.ZodType<Body>,
    of: CookieOf,
    prove: (given: Body, requestId: string, credentials: Credentials) => Promise<Answer<string>>,
  ) =>
    app.post(path, describe(summary, body), async (request, reply) => {
      const given = readBody(context, request, body)
      const secret = given.ok
        ? await prove(given.value, request.id, context.callers.credentialsOf(request))
        : given
      return secret.ok
        ? answerMe(context, request, reply, of, secret.value)
        : sendProblem(reply, secret.failure)
    })

/** Adds the routes that end a sign-in or an enrolment. */
function endingRoutes(app: FastifyInstance, context: IdentityContext): void {
  const { callers, db } = context
  app.post('/sign-out', describe('Sign out'), async (request, reply) => {
    const { signIn: secret } = callers.credentialsOf(request)
    if (secret !== undefined) await endSignIn(db, hashOf(secret))
    return answerMe(context, request, reply, 'sign-in', undefined)
  })
  app.post('/wiped', describe('Confirm that everything on a phone is deleted'), async (request, reply) => {
    const credentials = callers.credentialsOf(request)
    const { phone } = await callers.look(credentials)
    const isAsked = !phone || (await confirmWipe(db, { id: phone.id, personId: phone.person.id }, request.id))
    return isAsked ? answerMe(context, request, reply, 'phone', undefined) : readMe(context, credentials)
  })
}

/** Sets or removes a cookie, and returns who the caller is from now on. */
function answerMe(
  context: IdentityContext,
  request: FastifyRequest,
  reply: FastifyReply,
  of: CookieOf,
  secret: string | undefined,
): Promise<Me> {
  const { callers, config } = context
  callers.forget()
  sendCookie(config, reply, of, secret)
  const change = of === 'phone' ? { phone: secret } : { signIn: secret }
  return readMe(context, { ...callers.credentialsOf(request), ...change })
}

/** Reads the body. Refuses it where no one signs in, because there is nothing to prove. */
function readBody<Body>(
  { config }: IdentityContext,
  { body }: FastifyRequest,
  schema: z.ZodType<Body>,
): Answer<Body> {
  if (config.authMode === 'anonymous') return failWith('no-sign-in')
  return readInput(schema, body, 'PGRST102')
}
