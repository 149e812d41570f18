import type { BrowserContext, Page } from '@playwright/test'
import { type Agent, expect, test as story } from './story.ts'
import { WebApp } from './web-app.ts'

const READY = 'A new version of Doorstep is ready'
const KILL_SWITCH =
  "addEventListener('install', () => skipWaiting()); addEventListener('activate', () => registration.unregister())"

/** A story with service workers and a server that can switch to another release of the app. */
const test = story.extend<{ webApp: WebApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  webApp: async ({}, use) => {
    const webApp = new WebApp()
    await use(webApp)
    webApp.remove()
  },
  env: async ({ webApp }, use) => use({ WEB_DIST: webApp.folder }),
})
test.use({ serviceWorkers: 'allow' })

const workerState = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller?.state)
const isKept = (page: Page) => expect.poll(() => workerState(page)).toBe('activated')

/** Checks for a new release, as the browser does when a page opens. */
async function looksForRelease(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
    .toBe('installed')
}

const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
const keptReleases = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name !== 'doorstep-second-copies').length)

test('is stored on the first visit, can be installed, and opens at every address without a network', async ({
  agent,
  doorstep,
  context,
}) => {
  await agent.opens()
  await agent.seesAllLeads()
  await isKept(agent.page)
  await test.step('fetches what comes after the next steps only once, to store it', () => fetchesOnce(agent))
  await test.step('can be installed on the home screen', () => isInstallable(agent, context))
  await doorstep.kill()
  await context.setOffline(true)

  await agent.opens('/?from=home')
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await test.step('sets house numbers in their own face from the second visit', async () => {
    const faces = agent.page.evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].map(({ family, status, display }) => `${family} ${status} ${display}`)
    })
    expect(await faces).toEqual(['Doorstep Numerals loaded optional'])
  })
  await agent.continuesWithFirstLead()
  await agent.opens('/admin/ghl/')
  await expect(agent.page.getByRole('heading', { name: 'GHL Connection Test' })).toBeVisible()
  await test.step('leaves it to the browser to say that a page of the office needs the network', async () => {
    const office = await context.newPage()
    await expect(office.goto('/admin')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await office.close()
  })
  const answer = await agent.page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await agent.sees('Oops! Page not found')
  await agent.page.getByRole('link', { name: 'Return to Home' }).click()
  await agent.seesStep(2)
})

async function fetchesOnce(agent: Agent): Promise<void> {
  await agent.hasWholeApp()
  const bytes = await agent.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/(shared-)?later-/.test(name))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  )
  expect(bytes).toEqual([0, 0])
}

async function isInstallable(agent: Agent, context: BrowserContext): Promise<void> {
  const session = await context.newCDPSession(agent.page)
  const { data = '', errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A headless browser does not install apps, so the test reads from the manifest what the browser would ask for.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  const manifest = JSON.parse(data)
  expect(manifest).toMatchObject({ name: 'Doorstep', start_url: '/', scope: '/', display: 'standalone' })
  const asked = ['192x192', '512x512'].map((sizes) => expect.objectContaining({ sizes, type: 'image/png' }))
  expect(manifest.icons).toEqual(expect.arrayContaining(asked))
  for (const { src, sizes } of manifest.icons) {
    const size = await agent.page.evaluate(async (path) => {
      const { width, height } = await createImageBitmap(await (await fetch(path)).blob())
      return `${width}x${height}`
    }, src)
    expect(size, src).toBe(sizes)
  }
}

test('offers a new release once the sale is finished', async ({ agent, doorstep, webApp }) => {
  await agent.startsSale()
  await isKept(agent.page)
  const loads: string[] = []
  agent.page.on('domcontentloaded', (page) => loads.push(page.url()))
  webApp.becomesNextRelease()
  await doorstep.restart()
  await looksForRelease(agent.page)

  await agent.choosesPackage('Standard Fiber')
  await agent.confirmsCustomer()
  await agent.signs()
  await expect(agent.page.getByText(READY)).toBeHidden()
  await agent.submits()
  await agent.sees('Order submitted')
  await agent.sees(READY)
  expect(loads).toEqual([])
  await expect.poll(() => releaseOf(agent.page)).toBe(null)

  await agent.press('Update')
  await expect.poll(() => releaseOf(agent.page)).toBe('next')
  await agent.sees('Order submitted')
  await expect.poll(() => keptReleases(agent.page)).toBe(1)
})

test('installs a declined release at the next start', async ({ agent, doorstep, webApp, context }) => {
  await agent.opens()
  await isKept(agent.page)
  webApp.becomesNextRelease()
  await doorstep.restart()
  await looksForRelease(agent.page)
  await agent.sees(READY)
  await agent.press('Not now')
  await expect(agent.page.getByText(READY)).toBeHidden()
  await agent.page.reload()
  await expect.poll(() => releaseOf(agent.page)).toBe(null)

  await agent.page.close()
  await expect(async () => {
    const page = await context.newPage()
    await page.goto('/')
    const release = await releaseOf(page)
    await page.close()
    expect(release).toBe('next')
  }).toPass()
})

test('keeps every part of the old release for its open page if another page updates', async ({
  agent,
  doorstep,
  webApp,
  context,
}) => {
  await agent.opens()
  await agent.seesAllLeads()
  await isKept(agent.page)
  const other = await context.newPage()
  await other.goto('/')
  webApp.becomesNextRelease()
  await doorstep.restart()
  await looksForRelease(other)
  await other.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => releaseOf(other)).toBe('next')

  await agent.page.bringToFront()
  await (await context.newCDPSession(agent.page)).send('Network.clearBrowserCache')
  // The page has already loaded every other part.
  await agent.press('Map')
  await expect(agent.page.getByRole('application', { name: 'Map of the doors' })).toBeVisible()
  await expect.poll(() => releaseOf(agent.page)).toBe(null)
  await agent.press('Update')
  await expect.poll(() => releaseOf(agent.page)).toBe('next')

  expect(await keptReleases(agent.page)).toBe(2)
  await other.close()
  await agent.page.reload()
  await expect.poll(() => keptReleases(agent.page)).toBe(1)
})

test('works if the app could not be stored, and stores it next time', async ({ agent, webApp, context }) => {
  const icon = webApp.rewrite('favicon.svg', () => '<html>Sign in to the van</html>')
  const tried = context.waitForEvent('serviceworker')
  await agent.opens()
  await tried
  await expect.poll(() => workers(agent.page)).toBe(0)
  await agent.syncsLeads()
  await agent.hasWholeApp()

  webApp.rewrite('favicon.svg', () => icon)
  await agent.page.reload()
  await isKept(agent.page)
})

test('removes the stored app if the server sends a kill switch', async ({ agent, doorstep, webApp }) => {
  await agent.opens()
  await isKept(agent.page)
  webApp.rewrite('index.html', (html) => html.replace('<html', '<html data-release="without-a-worker"'))
  webApp.rewrite('service-worker.js', () => KILL_SWITCH)
  await doorstep.restart()
  await agent.page.reload()
  await expect.poll(() => workers(agent.page)).toBe(0)
  await agent.page.reload()
  await expect.poll(() => releaseOf(agent.page)).toBe('without-a-worker')
})

/** Returns which release a page shows. The app sets its title, so it is marked on the root element. */
const releaseOf = (page: Page) => page.locator('html').getAttribute('data-release')
