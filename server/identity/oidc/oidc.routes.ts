import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseJson } from '#domain/kernel/parse-json.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import { type AccountProblem, SIGN_IN_PAGE } from '#protocol/identity.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { answerError } from '../../http/answer-error.ts'
import { allOrNothing } from '../../sales/all-or-nothing.ts'
import { readCookie, sendCookie } from '../cookies.ts'
import { takeInvitation } from '../people.queries.ts'
import { hashOfCode } from '../secrets.ts'
import { beginSignIn } from '../sign-in.commands.ts'
import { endSignIns } from '../sign-in.queries.ts'
import { findByAccount, linkAccount } from './accounts.queries.ts'
import { type Account, createCompanyAccounts } from './company-accounts.ts'

/** A page of ours to go on to. No address of another site begins like this. */
const NEXT = /^\/(?!\/)[^\\]*$/
const START = z.object({
  next: z.string().max(500).regex(NEXT).optional(),
  code: z.string().max(40).optional(),
})
const JOURNEY = START.extend({ state: z.string(), nonce: z.string(), verifier: z.string() })

const START_DESCRIBED = {
  summary: 'Send the browser to the company’s sign-in',
  query: START,
  isOpen: true,
  status: 302,
} as const
const CALLBACK_DESCRIBED = {
  summary: 'Sign in a person who comes back from there',
  isOpen: true,
  status: 302,
} as const

/**
 * Returns the routes for signing in with the company's accounts (docs/product 26.12). Without accounts, the addresses
 * lead back to the sign-in.
 */
export function oidcRoutes(context: Pick<Context, 'config' | 'db'>): FastifyPluginAsync {
  const { config, db } = context
  const accounts =
    config.authMode === 'anonymous' || !config.oidc ? undefined : createCompanyAccounts(config.oidc)
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get('/start', { config: { describes: START_DESCRIBED } }, async (request, reply) => {
      const { data: asked = {} } = START.safeParse(request.query)
      if (!accounts) return goBack(reply, 'accounts-unavailable')
      const begun = await accounts.begin(originOf(config, request)).catch(logged(request))
      if (!begun) return goBack(reply, 'accounts-unavailable')
      sendCookie(config, reply, 'journey', JSON.stringify({ ...asked, ...begun.journey }))
      return reply.redirect(begun.address.href)
    })
    app.get('/callback', { config: { describes: CALLBACK_DESCRIBED } }, async (request, reply) => {
      const { data: journey } = JOURNEY.safeParse(parseJson(readCookie(config, request, 'journey') ?? ''))
      sendCookie(config, reply, 'journey', undefined)
      if (!accounts || !journey) return goBack(reply, 'accounts-unavailable')
      const address = new URL(originOf(config, request) + request.url)
      const account = await accounts.end(address, journey).catch(logged(request))
      if (!account) return goBack(reply, 'accounts-unavailable')
      const secret = await signInWith(db, account, journey.code, request.id)
      if (!secret.ok) return goBack(reply, secret.failure)
      sendCookie(config, reply, 'sign-in', secret.value)
      return reply.redirect(journey.next ?? '/admin')
    })
  }
}

/**
 * Signs in the person of an account, or the one who was invited. If the account is someone else's, the invitation stays
 * unused.
 */
const signInWith = (
  db: Db,
  account: Account,
  code: string | undefined,
  requestId: string,
): Promise<Result<string, AccountProblem>> =>
  allOrNothing(db, async (tx) => {
    const invited =
      code === undefined
        ? undefined
        : (await takeInvitation(tx, { hash: hashOfCode(code), opens: 'sign-in' }))?.personId
    if (invited !== undefined) {
      if (!(await linkAccount(tx, invited, account))) return failed('account-taken')
      await endSignIns(tx, invited)
    }
    const personId = invited ?? (await findByAccount(tx, account))
    return personId === undefined
      ? failed('account-unknown')
      : success(await beginSignIn(tx, personId, requestId))
  })

const originOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest) =>
  publicUrl ?? `${request.protocol}://${request.host}`

const goBack = (reply: FastifyReply, problem: AccountProblem) =>
  reply.redirect(`${SIGN_IN_PAGE}?${new URLSearchParams({ problem })}`)

/** Logs only the kind of the error, because the issuer's words may name a person. */
const logged = (request: FastifyRequest) => (error: { code?: unknown; name?: unknown }) => {
  request.log.warn({ code: error.code ?? error.name }, 'A sign-in with an account of the company failed')
  return undefined
}
