import { test as base, expect } from '@playwright/test'
import { copyDatabase, runOnServer } from '#server/testing/postgres-databases.ts'
import { Agent } from './agent.ts'
import { DataApi } from './data-api.ts'
import { type Doorstep, startDoorstep } from './doorstep.ts'
import type { PostgresTemplates } from './global-setup.ts'
import { ServerProcess } from './server-process.ts'

type Fixtures = {
  env: Record<string, string>
  hasLeads: boolean
  databaseUrl: string | undefined
  doorstep: Doorstep
  agent: Agent
  office: DataApi
}

/** A story: a server with its own data, an agent with a phone, and the office as a client of the data API. */
export const test = base.extend<Fixtures, { serverProcess: ServerProcess }>({
  serverProcess: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const serverProcess = new ServerProcess()
      await use(serverProcess)
      await serverProcess.end()
    },
    { scope: 'worker' },
  ],
  env: [{}, { option: true }],
  // Syncing them takes a sixth of the time of a short story. An embedded database never has them at first.
  hasLeads: [true, { option: true }],
  // A server on PostgreSQL starts in half the time.
  databaseUrl: async ({ hasLeads }, use) => {
    const { server, empty, withLeads } = postgresTemplates()
    const { url, name } = await copyDatabase(server, hasLeads ? withLeads : empty)
    await use(url)
    const drop = `drop database ${name}`
    // PostgreSQL waits some seconds for sessions that are still ending; if forced at once, they would log it.
    await runOnServer(server, drop).catch(() => runOnServer(server, `${drop} with (force)`))
  },
  doorstep: async ({ env, databaseUrl, serverProcess }, use) => {
    const settings =
      databaseUrl === undefined ? env : { DATABASE_URL: databaseUrl, ...postgresTemplates().sealKey, ...env }
    const doorstep = await startDoorstep(serverProcess, process.env.STORY_TEMPLATE, settings)
    await use(doorstep)
    await doorstep.stop()
  },
  baseURL: async ({ doorstep }, use) => use(doorstep.url),
  office: async ({ doorstep }, use) => use(new DataApi(doorstep.url)),
  agent: async ({ page }, use) => {
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(error.message))
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) broken.push(message.text())
    })
    await use(new Agent(page))
    // A poll may still be in a route handler when the story ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(broken, 'no script broke and nothing was against the content security policy').toEqual([])
  },
})

// Playwright looks up every position of its many stack traces in source maps, which this code does not have.
Reflect.deleteProperty(Error, 'prepareStackTrace')

const postgresTemplates = () => JSON.parse(process.env.STORY_POSTGRES ?? '{}') as PostgresTemplates

/** For `test.use`: gives the story's server the embedded database, its default. */
export const onEmbeddedDatabase: Parameters<typeof test.use>[0] = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  databaseUrl: async ({}, use) => use(undefined),
}

export { type Agent, expect }
