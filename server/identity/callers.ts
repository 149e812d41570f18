import type { FastifyRequest } from 'fastify'
import type { Permission } from '#domain/access/permissions.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { createKeyCheck } from '../http/public-key.ts'
import type { Hints } from '../jobs/hints.ts'
import {
  ANYONE,
  type Caller,
  callerOfToken,
  decideCaller,
  decidePermission,
  type Found,
  type NotAdmitted,
  OPERATOR,
} from './caller.ts'
import { findEnrolled, findSignedIn, findToken } from './credentials.queries.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import { RememberedBriefly } from './remembered-briefly.ts'
import { hashOf, isToken } from './secrets.ts'

/** Knows who calls. */
export type Callers = {
  /** Starts listening to other processes. */
  start(): void
  stop(): Promise<void>
  /** Returns what a call shows of itself. If `inQuery` is set, the parameter `apikey` counts too. */
  credentialsOf(request: FastifyRequest, inQuery?: boolean): Credentials
  /** Whether a call has the public key, which is enough to sign in. */
  hasPublicKey(credentials: Credentials): boolean
  /** Decides who calls and whether they may; without `needed` it is enough to be admitted. */
  admit(credentials: Credentials, needed?: Permission): Promise<Result<Caller, NotAdmitted>>
  /** Finds the enrolled phone and who signed in, in a mode in which people sign in. */
  look(credentials: Credentials): Promise<Pick<Found, 'phone' | 'signedIn'>>
  /** Call after a commit that took something from people, phones or tokens: here it counts at once (see `announceCallers`). */
  forget(): void
  /** Calls back whenever someone may have lost what they may do. */
  onChange(listener: () => void): void
}

type Parts = {
  config: Pick<Config, 'authMode' | 'publicKey' | 'publicUrl'>
  db: Db
  hints: Pick<Hints, 'start' | 'stop'>
  /** Which an operator on this machine can read; undefined if commands reach the database themselves. */
  operatorKey: string | undefined
}

/** Creates what knows who calls (docs/product 26.3). A credential is looked up at most every few seconds. */
export function createCallers({ config, db, hints, operatorKey }: Parts): Callers {
  const { authMode: mode } = config
  const isPublicKey = createKeyCheck(config.publicKey)
  const isOperatorKey = operatorKey === undefined ? () => false : createKeyCheck(operatorKey)
  const tokens = new RememberedBriefly((token: string) => findToken(db, hashOf(token)))
  const signIns = new RememberedBriefly((secret: string) => findSignedIn(db, hashOf(secret)))
  const phones = new RememberedBriefly((secret: string) => findEnrolled(db, hashOf(secret)))
  const listeners: (() => void)[] = []

  const changed = () => {
    for (const remembered of [tokens, signIns, phones]) remembered.forget()
    for (const listener of listeners) listener()
  }

  const look: Callers['look'] = async ({ signIn, phone }) => {
    const [signedIn, enrolled] = await Promise.all([
      signIn === undefined ? undefined : signIns.get(signIn),
      phone === undefined ? undefined : phones.get(phone),
    ])
    return { signedIn, phone: enrolled }
  }

  const find = async (credentials: Credentials): Promise<Result<Caller, NotAdmitted>> => {
    if (isOperatorKey(credentials.operatorKey)) return success(OPERATOR)
    for (const token of credentials.keys.filter(isToken)) {
      const known = await tokens.get(token)
      if (known) return success(callerOfToken(known))
    }
    if (!credentials.keys.some(isPublicKey)) return failed('invalid-key')
    if (mode === 'anonymous') return success(ANYONE)
    return decideCaller({ mode, ...(await look(credentials)), claimsPhone: credentials.phone !== undefined })
  }

  return {
    start: () => hints.start(changed),
    stop: hints.stop,
    credentialsOf: (request, inQuery = false) => readCredentials(config, request, inQuery),
    hasPublicKey: ({ keys }) => keys.some(isPublicKey),
    look: async (credentials) => (mode === 'anonymous' ? {} : look(credentials)),
    async admit(credentials, needed) {
      const caller = await find(credentials)
      return caller.ok ? decidePermission(caller.value, needed) : caller
    },
    forget: changed,
    onChange: (listener) => void listeners.push(listener),
  }
}
