import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import {
  DO_NOT_KNOCK_PATH,
  type DoorEntry,
  type EntryStored,
  type NewEntry,
  OFFICE_REGISTER_PATH,
  type RegisterListed,
  type RegisterPage,
} from '#protocol/register.ts'
import { type DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { addLead } from '../../testing/live-server.ts'
import { officeRegisterRoutes } from './office-register.routes.ts'
import { registerRoutes } from './register.routes.ts'

const KEY = 'test-key'
export const OFFICE = BACK_OFFICE_PATH + OFFICE_REGISTER_PATH
export const AT = '2026-11-24T16:30:00.000Z'

/** Serves the register over HTTP on a database of this kind, emptied before each test. */
export function useRegister(kind: (typeof DATABASES)[number]) {
  let database: FreshDatabase
  let app: FastifyInstance
  let wakes = 0
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const changeFeed = {
      wake() {
        wakes += 1
      },
    }
    const context = { db: database.db, callers: keyHolders(KEY), changeFeed }
    app = Fastify()
    app.register(registerRoutes(context))
    app.register(officeRegisterRoutes(context), { prefix: OFFICE })
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('leads').execute()
    // Only a test can empty the register.
    await sql`alter table do_not_knock disable trigger all`.execute(database.db)
    await sql`delete from do_not_knock`.execute(database.db)
    await sql`alter table do_not_knock enable trigger all`.execute(database.db)
    wakes = 0
  })

  const send = (method: 'GET' | 'POST', url: string, body?: object, apikey = KEY) =>
    app.inject({ method, url, headers: { apikey }, ...(body && { body }) })
  const post = async (body: object) => (await send('POST', DO_NOT_KNOCK_PATH, body)).json<EntryStored[]>()
  const list = async (query = '') => (await send('GET', OFFICE + query)).json<RegisterPage>()
  const add = async (entry: Partial<NewEntry>) =>
    (
      await send('POST', OFFICE, {
        id: randomUUID(),
        scope: 'household',
        reason: 'asked',
        source: 'phone',
        ...entry,
      })
    ).json<RegisterListed>()
  const lift = (id: string, why: string) => send('POST', `${OFFICE}/${id}/lift`, { why })
  const leadAt = (street_address: string, fields = {}) =>
    addLead(database.db, street_address, { postcode: 'LL79 1AB', ...fields })
  const statusOf = async (id: string) =>
    (await database.db.selectFrom('leads').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status
  const entryAt = (street_address: string, fields: Partial<DoorEntry> = {}): DoorEntry => ({
    id: randomUUID(),
    scope: 'household',
    at: AT,
    street_address,
    postcode: 'LL79 1AB',
    phone: 'phone-a',
    ...fields,
  })

  return { db: () => database.db, wakes: () => wakes, send, post, list, add, lift, leadAt, statusOf, entryAt }
}
