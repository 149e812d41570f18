import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Role } from '#domain/access/roles.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { type AuthMode, IDENTITY_PATH } from '#protocol/identity.ts'
import { createApp } from '../app.ts'
import { configFromEnv } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { createLog } from '../log.ts'
import { type FreshPostgres, freshMigratedUrl } from '../testing/databases.ts'
import { inviteByOperator } from './people.commands.ts'

export const PASSWORD = 'correct horse battery'

/** A Doorstep of a mode on a PostgreSQL of its own, which delivers nothing. */
export type House = {
  app: FastifyInstance
  context: Context
  postgres: FreshPostgres
  close(): Promise<void>
}

/** Opens a Doorstep in which people sign in. */
export async function openHouse(mode: AuthMode, settings: Record<string, string> = {}): Promise<House> {
  const postgres = await freshMigratedUrl()
  const config = configFromEnv({ DATABASE_URL: postgres.url, AUTH_MODE: mode, ...settings }, ['--role=api'])
  if (!config.ok) throw new Error(config.failure.sentence)
  const context = await createContext(config.value, createLog('silent'))
  const app = createApp(context)
  await app.ready()
  const close = async () => {
    await app.close()
    await postgres.drop()
  }
  return { app, context, postgres, close }
}

type Call = { body?: object; headers?: Record<string, string> }

/** A browser, or the app on a phone: it keeps its cookies, and sends the public key. */
export class Browser {
  readonly #app: FastifyInstance
  readonly cookies = new Map<string, string>()

  constructor({ app }: Pick<House, 'app'>) {
    this.#app = app
  }

  /** Makes a call and keeps the cookies of its answer. */
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

  /** A call about who calls. */
  identity(path: string, body?: object) {
    return this.call(body ? 'POST' : 'GET', IDENTITY_PATH + path, body ? { body } : {})
  }

  /** A call of the back office. */
  office(method: InjectOptions['method'] & string, path: string, body?: object) {
    return this.call(method, BACK_OFFICE_PATH + path, body ? { body } : {})
  }
}

/** Invites someone as an operator does, and returns the code. */
export async function codeFor({ context: { db } }: House, name: string, role: Role): Promise<string> {
  const setting = { db, by: { actor: 'operator' }, role: 'admin', origin: 'http://localhost' } as const
  const invited = await inviteByOperator(setting, { name, role })
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

/** Returns a phone that was just enrolled for someone who sells. */
export async function enrolled(
  house: House,
  name: string,
  phone_id: string,
  role: Role = 'agent',
): Promise<Browser> {
  const phone = new Browser(house)
  const answer = await phone.identity('/enrol', { code: await codeFor(house, name, role), phone_id })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return phone
}
