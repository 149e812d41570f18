import Fastify from 'fastify'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { LEAD_FILES_PATH, type LeadImport } from '#protocol/lead-files.ts'
import type { Db } from '../db/schema.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { leadFilesRoutes } from './lead-files.routes.ts'

const KEY = 'public-anon-key'
const PREFIX = `${BACK_OFFICE_PATH}${LEAD_FILES_PATH}`

/** Returns the calls of lead files on a database. */
export function openLeadFiles(db: Db, provider: 'sandbox' | 'gohighlevel' = 'sandbox') {
  const app = Fastify()
  app.register(
    leadFilesRoutes({ db, callers: keyHolders(KEY), crm: { provider }, changeFeed: { wake() {} } }),
    {
      prefix: PREFIX,
    },
  )

  const post = (query: string, file: string | Buffer, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `${PREFIX}/import?${query}`,
      headers: { apikey: KEY, 'content-type': 'text/csv', ...headers },
      payload: file,
    })
  const get = async (path: string) =>
    app.inject({ method: 'GET', url: `${PREFIX}${path}`, headers: { apikey: KEY } })

  const plan = async (file: string, more = '') => (await post(`dry=1${more}`, file)).json<LeadImport>()
  return {
    post,
    get,
    plan,
    /** Applies a dry run. If no hash is given, makes a dry run of the same file first. */
    apply: async (file: string, hash?: string) => post(`hash=${hash ?? (await plan(file)).hash}`, file),
    exported: async () => (await get('/export')).body,
    close: () => app.close(),
  }
}

/** Returns a CSV file with these lines. */
export const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`
