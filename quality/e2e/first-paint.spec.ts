import { gzipSync } from 'node:zlib'
import type { Locator } from '@playwright/test'
import { type Agent, expect, test } from './story.ts'

const MAX_SHIFT = 0.02

test.describe('before the script runs', () => {
  test.use({ javaScriptEnabled: false })

  test('shows step 1 and the connection test disabled, the same with and without its style sheet', async ({
    agent,
  }) => {
    await agent.opens()
    await expect(agent.page.getByRole('banner')).toContainText('Doorstep')
    await agent.seesStep(1)
    await expect(agent.page.getByRole('heading', { name: 'Select lead prospect' })).toBeVisible()
    await expect(agent.page.getByRole('status', { name: 'Loading leads' })).toBeVisible()
    await expect(agent.button('Continue with Lead')).toBeInViewport()
    for (const name of ['Sync GHL', 'Check Eligibility', 'Continue with Lead'])
      await expect(agent.button(name)).toBeDisabled()
    for (const name of ['Search leads', 'Sort by', 'Status']) await expect(agent.field(name)).toBeDisabled()
    await agent.opens('/admin/ghl')
    await expect(agent.page.getByRole('heading', { name: 'GHL Connection Test' })).toBeVisible()
    await expect(agent.button('Check credentials')).toBeDisabled()
    await test.step('looks the same without its style sheet', () => looksTheSame(agent))
  })
})

async function looksTheSame({ page }: Agent): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of ['/', '/admin/ghl', '/admin/sales/sale_1', '/nowhere']) {
    await page.goto(path)
    const styled = await page.screenshot()
    await page.route('**/assets/*.css', (route) => route.abort())
    await page.reload()
    expect(styled.equals(await page.screenshot()), path).toBe(true)
    await page.unroute('**/assets/*.css')
  }
}

test('needs at most 100 KB of scripts, then the leads, then a few scripts of the later steps', async ({
  agent,
}) => {
  const { request } = agent.page
  const named = new Set((await (await request.get('/')).text()).match(/\/assets\/[^"]+\.js/g))
  expect(named.size).toBeGreaterThan(0)
  let bytes = 0
  for (const path of named) bytes += gzipSync(await (await request.get(path)).body(), { level: 9 }).length
  expect(bytes).toBeLessThanOrEqual(100 * 1024)

  const later: string[] = []
  agent.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js') && !named.has(pathname)) later.push(pathname)
  })
  const ofSteps = () => later.filter((path) => /\/(shared-)?(steps|later)-[^/]+\.js$/.test(path))
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await agent.page.route('**/rest/v1/leads?*', async (route) => {
    ask()
    await arrived
    await route.continue()
  })
  await agent.opens()
  await asked
  expect(ofSteps()).toEqual([])
  arrive()
  await agent.seesAllLeads()
  await agent.hasWholeApp()
  await expect.poll(() => ofSteps().length).toBe(4)
  expect(later.filter((path) => /admin|back-office|office-frame|-view-/.test(path))).toEqual([])
  // Six scripts of the app, and the one that it shares with the page that enrols a phone.
  expect(later.length).toBeLessThanOrEqual(7)
})

test('moves nothing when the app takes over', async ({ agent }) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await agent.page.route('**/assets/*', async (route) => {
    await arrived
    await route.continue()
  })
  await agent.page.goto('/', { waitUntil: 'commit' })
  await expect(agent.page.getByRole('status', { name: 'Loading leads' })).toBeVisible()
  const painted = await places(agent)
  arrive()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  expect(await places(agent)).toEqual(painted)
})

test('looks the same before the whole style sheet has loaded', async ({ agent }) => {
  const { page } = agent
  // Excludes the parts that load with the sheet, and the numerals' font, which a new sheet swaps in.
  await page.route(/\/(shared-)?parts-[^/]+\.js$/, () => undefined)
  await page.route('**/*.woff2', (route) => route.abort())
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/style-*.css', (route) => released.then(() => route.continue()))
  // The page may ask for the sheet before it has loaded.
  await page.goto('/', { waitUntil: 'commit' })
  await agent.lead('6 Mill Road').check()
  const before = await looksOf(agent)
  release()
  await expect(page.locator('link[disabled]')).toHaveCount(0)
  expect(await looksOf(agent)).toEqual(before)
})

/** Returns how the rows of the list and the buttons look in both layouts. */
async function looksOf({ page }: Agent): Promise<string[]> {
  const looks: string[] = []
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    looks.push(
      ...(await page.evaluate(() =>
        [...document.querySelectorAll('[role=radiogroup] *, button')].map((element) => {
          const { color, backgroundColor, border, borderRadius, font, padding, display } =
            getComputedStyle(element)
          const { width, height } = element.getBoundingClientRect()
          return [element.textContent, color, backgroundColor, border, borderRadius, font, padding, display]
            .concat(`${width} by ${height}`)
            .join(', ')
        }),
      )),
    )
  }
  return looks
}

test.describe('without leads', () => {
  test.use({ hasLeads: false })

  test('keeps Sync GHL under the finger if the list turns out to be empty', async ({ agent }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await agent.page.route('**/functions/v1/territory', (route) => released.then(() => route.continue()))
    await agent.opens()
    const sync = agent.button('Sync GHL')
    await expect(sync).toBeEnabled()
    const before = await boxesOf(agent, sync)
    release()
    await agent.sees(/^No doors on this phone yet/)
    for (const [index, now] of (await boxesOf(agent, sync)).entries()) {
      const was = before[index] ?? now
      const middle = { x: was.x + was.width / 2, y: was.y + was.height / 2 }
      const isHit = (at: 'x' | 'y', size: number) => middle[at] > now[at] && middle[at] < now[at] + size
      expect(isHit('x', now.width) && isHit('y', now.height), `at a width of ${WIDTHS[index]}`).toBe(true)
    }
  })
})

const WIDTHS = [320, 360, 375, 390, 412, 768, 1280]

async function boxesOf({ page }: Agent, control: Locator) {
  const boxes: NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    const box = await control.boundingBox()
    if (box) boxes.push(box)
  }
  return boxes
}

test('shifts nothing while the leads load, and draws kept leads with the whole style sheet', async ({
  agent,
}) => {
  // Otherwise, the whole sheet would change the numbers of the leads later.
  await agent.page.addInitScript(() => {
    const seen = { early: false, shift: 0 }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      seen.early ||=
        !!document.querySelector('link[disabled]') && !!document.querySelector('[role=radiogroup]')
    }).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const visit of ['the first', 'with cached leads']) {
    await agent.opens()
    await expect(agent.lead('6 Mill Road')).toBeVisible()
    await agent.page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
    const { shift, early } = await agent.page.evaluate(
      () => (window as unknown as { seen: { shift: number; early: boolean } }).seen,
    )
    expect(shift, visit).toBeLessThan(MAX_SHIFT)
    if (visit === 'with cached leads') expect(early).toBe(false)
    await agent.seesAllLeads()
  }
})

/** Returns the boxes of everything that needs no data, in whole pixels. */
async function places({ page, field, button }: Agent) {
  const fixed = [
    page.getByText('Doorstep', { exact: true }),
    page.getByText('Step 1 of 5'),
    page.getByRole('heading', { name: 'Select lead prospect' }),
    button('Sync GHL'),
    field('Search leads'),
    field('Sort by'),
    field('Status'),
    button('Check Eligibility'),
    button('Continue with Lead'),
  ]
  const boxes = await Promise.all(fixed.map((element) => element.boundingBox()))
  return boxes.map((box) => box && [box.x, box.y, box.width, box.height].map(Math.round))
}
