import { rmSync } from 'node:fs'
import Fastify, { type InjectOptions } from 'fastify'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { OFFICE_REGISTER_PATH } from '#protocol/register.ts'
import { progressRoutes } from '#server/automation/progress.routes.ts'
import { BEGIN_NEW_LIFE } from '#server/backup/contents.queries.ts'
import { type Config, configFromEnv } from '#server/config.ts'
import { closeContext, createContext } from '#server/context.ts'
import { pullLeads } from '#server/crm-sync/pull/pull-leads.ts'
import { evidenceRoutes } from '#server/evidence/evidence.routes.ts'
import { createLog } from '#server/log.ts'
import { dataApiRoutes } from '#server/postgrest/data-api.routes.ts'
import { verifySalesRoutes } from '#server/sales/verify-sales.routes.ts'
import { claimsRoutes } from '#server/street/claims/claims.routes.ts'
import { streetRoutes } from '#server/street/feed/street.routes.ts'
import { officeRegisterRoutes } from '#server/street/register/office-register.routes.ts'
import { registerRoutes } from '#server/street/register/register.routes.ts'
import { visitsRoutes } from '#server/street/visits/visits.routes.ts'
import { freshFolder, freshMigratedUrl } from '#server/testing/databases.ts'
import { copyDatabase, runOnServer } from '#server/testing/postgres-databases.ts'
import { getTemplate } from '#server/testing/templates.ts'
import { startFaultyReceiver } from '../faulty-receiver.ts'

const KEY = 'key'
const TARGETS = ['crm', 'automation', 'visits'] as const

/** Starts a server with the leads of the sandbox CRM, and a backup of its database from this morning. */
export async function startStreetServer() {
  const receiver = await startFaultyReceiver(0, Math.random, () => {})
  const dataDir = freshFolder()
  const { url: cluster } = await getTemplate('postgres')
  const backup = await freshMigratedUrl()
  const name = new URL(backup.url).pathname.slice(1)
  const morning = await start(configOf(backup.url))
  await pullLeads(morning.context)
  await morning.stop()
  let live = await copyDatabase(cluster, name)
  let running = await start(configOf(live.url))

  function configOf(databaseUrl: string): Config {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PUBLIC_KEY: KEY }
    const config = configFromEnv({ ...settings, WEBHOOK_URL: receiver.url, ALLOW_PRIVATE_WEBHOOKS: '1' }, [])
    if (!config.ok) throw new Error(config.failure.sentence)
    return config.value
  }
  async function dropLive() {
    await running.stop()
    await runOnServer(cluster, `drop database ${live.name} with (force)`)
  }
  const answer = (options: InjectOptions) => running.app.inject(options)
  const read = async <Body>(url: string): Promise<Body> =>
    (await answer({ url, headers: { apikey: KEY } })).json()
  return {
    taken: receiver.taken,
    db: () => running.context.db,
    answer,
    read,
    readFlagged: async () => {
      const url = `${BACK_OFFICE_PATH}${OFFICE_REGISTER_PATH}/sales`
      const { sales } = await read<{ sales: { session_id: string }[] }>(url)
      return sales.map(({ session_id }) => session_id)
    },
    /** Makes all waiting deliveries to the CRM and the automation service, one delivery of a sale after another. */
    async deliver() {
      const { db, deliveries } = running.context
      const waiting = db.selectFrom('deliveries').select(['target', 'session_id']).distinct()
      const due = waiting.where('state', '<>', 'delivered').where('target', 'in', TARGETS)
      for (let rows = await due.execute(); rows.length > 0; rows = await due.execute())
        for (const { target, session_id } of rows) {
          const delivered = await deliveries.runNow(target, session_id)
          if (!delivered.ok) throw new Error(`${target}: ${delivered.failure.message}`)
        }
    },
    /** Restores this morning's backup. */
    async restore() {
      await dropLive()
      live = await copyDatabase(cluster, name)
      await runOnServer(live.url, BEGIN_NEW_LIFE)
      running = await start(configOf(live.url))
    },
    async close() {
      await dropLive()
      await backup.drop()
      await receiver.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function start(config: Config) {
  const context = await createContext(config, createLog('silent'))
  const app = Fastify()
  app.register(visitsRoutes(context)).register(streetRoutes(context)).register(registerRoutes(context))
  app.register(claimsRoutes(context)).register(dataApiRoutes(context)).register(verifySalesRoutes(context))
  app.register(progressRoutes(context)).register(evidenceRoutes(context))
  app.register(officeRegisterRoutes(context), { prefix: BACK_OFFICE_PATH + OFFICE_REGISTER_PATH })
  context.sealKeys.start()
  return {
    context,
    app,
    async stop() {
      await app.close()
      await closeContext(context)
    },
  }
}
