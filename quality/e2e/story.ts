import { test as base, expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { DataApi } from './data-api.ts'
import { type Doorstep, startDoorstep } from './doorstep.ts'
import { ServerProcess } from './server-process.ts'

type Fixtures = { doorstep: Doorstep; agent: Agent; office: DataApi; env: Record<string, string> }

/** A story: a server with its own data, an agent with a phone, and the office as a client of the data API. */
export const test = base.extend<Fixtures, { serverProcess: ServerProcess }>({
  serverProcess: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const serverProcess = new ServerProcess()
      await use(serverProcess)
      await serverProcess.end('SIGKILL')
    },
    { scope: 'worker' },
  ],
  env: [{}, { option: true }],
  doorstep: async ({ env, serverProcess }, use) => {
    const doorstep = await startDoorstep(serverProcess, process.env.STORY_TEMPLATE, env)
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
    // A poll may still be with a route when the story ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(broken, 'no script broke and nothing was against the content security policy').toEqual([])
  },
})

export { type Agent, expect }
