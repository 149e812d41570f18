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

/** Finds out who calls. */
export type Callers = {
  /** Starts listening to other processes. */
  start(): void
  stop(): Promise<void>
  /** Returns the credentials of a call. If `inQuery` is set, the parameter `apikey` counts too. */
  credentialsOf(request: FastifyRequest, inQuery?: boolean): Credentials
  /** Returns true if a call has the public key, which is enough to sign in. */
  hasPublicKey(credentials: Credentials): boolean
  /** Decides who the caller is and whether they may do it. Without `needed`, being admitted is enough. */
  admit(credentials: Credentials, needed?: Permission): Promise<Result<Caller, NotAdmitted>>
  /** Finds the enrolled phone and the person who signed in. Finds neither in the mode in which no one signs in. */
  look(credentials: Credentials): Promise<Pick<Found, 'phone' | 'signedIn'>>
  /**
   * Call this after a commit that took rights from people, phones or tokens, so that it counts here at once (see
   * `announceCallers`).
   */
  forget(): void
  /** Calls `listener` whenever someone may have lost a right. */
  onChange(listener: () => void): void
}

type Parts = {
  config: Pick<Config, 'authMode' | 'publicKey' | 'publicUrl'>
  db: Db
  hints: Pick<Hints, 'start' | 'stop'>
  /** The key that an operator on this machine can read; undefined if commands open the database themselves. */
  operatorKey: string | undefined
}

/** Creates the callers (docs/product 26.3). Looks a credential up at most every few seconds. */
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
