import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Role } from '#domain/access/roles.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { type AuthMode, IDENTITY_PATH } from '#protocol/identity.ts'
import { createApp } from '../app.ts'
import { configFromEnv } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { createLog } from '../log.ts'
import { type FreshPostgres, freshMigratedUrl } from '../testing/databases.ts'
import { inviteAgain, inviteByOperator } from './people.commands.ts'

export const PASSWORD = 'correct horse battery'

/** A Doorstep in some mode, on its own PostgreSQL. It delivers nothing. */
export type House = {
  app: FastifyInstance
  context: Context
  postgres: FreshPostgres
  close(): Promise<void>
}

/** Opens a Doorstep in which people sign in. */
export async function openHouse(
  mode: AuthMode,
  settings: Record<string, string> = {},
  observe: (app: FastifyInstance) => unknown = () => {},
): Promise<House> {
  const postgres = await freshMigratedUrl()
  const config = configFromEnv({ DATABASE_URL: postgres.url, AUTH_MODE: mode, ...settings }, ['--role=api'])
  if (!config.ok) throw new Error(config.failure.sentence)
  const context = await createContext(config.value, createLog('silent'))
  const app = createApp(context)
  observe(app)
  await app.ready()
  const close = async () => {
    await app.close()
    await postgres.drop()
  }
  return { app, context, postgres, close }
}

type Call = { body?: object; headers?: Record<string, string> }

/** A browser, or the app on a phone. It keeps its cookies, and sends the public key. */
export class Browser {
  readonly #app: FastifyInstance
  readonly cookies = new Map<string, string>()

  constructor({ app }: Pick<House, 'app'>) {
    this.#app = app
  }

  /** Makes a call and keeps the cookies of the response. */
  async call(method: InjectOptions['method'] & string, url: string, { body, headers }: Call = {}) {
    const answer = await this.#app.inject({
      method: method as 'GET',
      url,
      headers: { apikey: 'public-anon-key', ...headers },
      cookies: Object.fromEntries(this.cookies),
      ...(body && { body }),
    })
    for (const { name, value } of answer.cookies)
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    return answer
  }

  /** Returns true if a call is refused because of its caller. Does not read the response, which may never end. */
  async isRefused(method: string, url: string): Promise<boolean> {
    const answer = await this.#app.inject({
      method: method as 'GET',
      url,
      headers: { apikey: 'public-anon-key' },
      cookies: Object.fromEntries(this.cookies),
      payloadAsStream: true,
    })
    answer.stream().destroy()
    answer.raw.res.destroy()
    return answer.statusCode === 401 || answer.statusCode === 403
  }

  /** Makes a call of the identity API. */
  identity(path: string, body?: object) {
    return this.call(body ? 'POST' : 'GET', IDENTITY_PATH + path, body ? { body } : {})
  }

  /** Makes a call of the back office. */
  office(method: InjectOptions['method'] & string, path: string, body?: object) {
    return this.call(method, BACK_OFFICE_PATH + path, body ? { body } : {})
  }
}

const asOperator = ({ context: { db } }: House) =>
  ({ db, by: { actor: 'operator' }, role: 'admin', origin: 'http://localhost' }) as const

/** Invites someone as an operator does, and returns the code. */
export async function codeFor(house: House, name: string, role: Role): Promise<string> {
  const invited = await inviteByOperator(asOperator(house), { name, role })
  if (!invited.ok) throw new Error(invited.failure.body.message)
  return invited.value.code
}

/**
 * Returns a code that enrols a phone. An agent's first code does. Leads use their first code to sign in, so they need a
 * second one.
 */
async function phoneCodeFor(house: House, name: string, role: Role): Promise<string> {
  const first = await codeFor(house, name, role)
  if (role === 'agent') return first
  const { id } = await house.context.db
    .selectFrom('people')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const invited = await inviteAgain(asOperator(house), id, 'phone')
  if (!invited.ok) throw new Error(invited.failure.body.message)
  return invited.value.code
}

/** Returns a browser in which someone of a role has just signed in. */
export async function signedIn(house: House, name: string, role: Role): Promise<Browser> {
  const browser = new Browser(house)
  const code = await codeFor(house, name, role)
  const answer = await browser.identity('/accept', { code, password: PASSWORD })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return browser
}

/** Returns a phone that was just enrolled for someone who sells. The same id means the same phone. */
export async function enrolled(
  house: House,
  name: string,
  phone_id: string,
  role: Role = 'agent',
): Promise<Browser> {
  const phone = new Browser(house)
  const code = await phoneCodeFor(house, name, role)
  const answer = await phone.identity('/enrol', { code, phone_id, proof: `proof of ${phone_id}` })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return phone
}
