import type { Page } from '@playwright/test'
import { type Agent, expect, test } from './story.ts'

const CHECK_MS = 2_000
const PHONE = { width: 390, height: 844 }
const SMALLER_PHONE = { width: 360, height: 640 }
const SMALL_PHONE = { width: 320, height: 568 }
const ON_ITS_SIDE = { width: 844, height: 390 }
const SMALL_ON_ITS_SIDE = { width: 667, height: 375 }
const LOW = { width: 640, height: 400 }
const TWICE_ZOOMED = { width: 195, height: 422 }
const WIDE = { width: 1280, height: 800 }

const sizeOf = ({ width, height }: typeof PHONE) => `${width} by ${height} pixels`

test('shows enough of each step, all of its doors and packages, and covers no control of the signature', async ({
  agent,
}) => {
  await agent.page.setViewportSize(SMALL_PHONE)
  await agent.opens()
  await agent.seesAllLeads()
  await test.step('two doors on the smallest phone', () => seesDoors(agent, 2))
  await test.step('the order and the household size on 195 by 422 pixels', async () => {
    await agent.page.setViewportSize(TWICE_ZOOMED)
    await expect.poll(async () => (await agent.field('Sort by').boundingBox())?.width).toBeGreaterThan(150)
    const people = agent.page.getByText(/ · \d+ (person|people)$/).first()
    expect(await people.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  })
  await agent.page.evaluate(narrowText)
  for (const [viewport, doors] of [
    [PHONE, 6],
    [SMALLER_PHONE, 4],
  ] as const)
    await test.step(`${doors} doors on ${sizeOf(viewport)}`, async () => {
      await agent.page.setViewportSize(viewport)
      await seesDoors(agent, doors)
    })
  await agent.page.evaluate(usualText)
  await test.step('the selected lead, and filters as wide as the search, on a phone on its side', async () => {
    await agent.page.setViewportSize(ON_ITS_SIDE)
    await seesSelectedLead(agent)
  })
  await test.step('250 pixels of the walk once a door is selected', async () => {
    await agent.page.setViewportSize(PHONE)
    await agent.press('Walk')
    await agent.lead('27 Kirk Wynd').check()
    await expect(agent.summary('Visit')).toBeVisible()
    const leads = agent.page.getByRole('radiogroup', { name: 'Leads' })
    await expect.poll(() => leads.evaluate(heightInView)).toBeGreaterThan(250)
  })
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await test.step('packages, price and warning of step 2 beside each other', () => seesPackages(agent))
  await test.step('the agreement, and every control of the signature', () => seesSignature(agent))
})

test('keeps a long address within its row, whatever the size of the text', async ({
  agent,
  page,
  context,
}) => {
  await page.route('**/rest/v1/leads?*', async (route) => {
    const answer = await route.fetch()
    const leads: Record<string, unknown>[] = await answer.json()
    await route.fulfill({ response: answer, json: leads.map((lead) => ({ ...lead, ...LONG_ADDRESS })) })
  })
  await page.setViewportSize(LOW)
  await agent.opens()
  await agent.seesAllLeads()
  await expect.poll(() => page.evaluate(textsOutsideRows), sizeOf(LOW)).toEqual([])
  await page.setViewportSize(PHONE)
  const session = await context.newCDPSession(page)
  for (const standard of [16, 24, 32]) {
    await session.send('Page.setFontSizes', { fontSizes: { standard } })
    await expect.poll(() => page.evaluate(textsOutsideRows), `text of ${standard} pixels`).toEqual([])
  }
})

const LONG_ADDRESS = { street_address: '3 Llanfairpwllgwyngyll Terrace East', household_size: 4 }

/** Runs in the page: returns the texts that extend beyond the row of their lead. */
function textsOutsideRows(): string[] {
  const rows = [...document.querySelectorAll('.lead-row')]
  if (rows.length === 0) return ['There are no rows']
  return rows.flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return [...row.querySelectorAll('p')]
      .filter((text) => {
        const place = text.getBoundingClientRect()
        return place.top < top - 1 || place.bottom > bottom + 1
      })
      .map((text) => text.textContent)
  })
}

async function seesDoors(agent: Agent, doors: number): Promise<void> {
  for (let door = 0; door < doors; door++)
    await expect.poll(() => agent.leads.nth(door).evaluate(isFree), `door ${door + 1}`).toBe(true)
}

async function seesSelectedLead(agent: Agent): Promise<void> {
  await agent.lead('12 Kirk Wynd').check()
  await expect(agent.button('Note visit')).toBeVisible()
  const [name, bar, views, status] = await Promise.all(
    [
      agent.summary('Selected Lead').getByText('12 Kirk Wynd'),
      agent.page.locator('aside'),
      agent.page.getByRole('group', { name: 'View' }),
      agent.field('Status'),
    ].map((element) => element.evaluate((shown) => shown.getBoundingClientRect())),
  )
  expect(name?.top).toBeGreaterThan(bar?.top ?? 0)
  expect(status?.right).toBe(views?.right)
}

async function seesPackages(agent: Agent): Promise<void> {
  for (const viewport of [TWICE_ZOOMED, SMALL_ON_ITS_SIDE])
    await test.step(`the warning beside the action, not over it, on ${sizeOf(viewport)}`, async () => {
      await agent.page.setViewportSize(viewport)
      await agent.press('Continue to Contract')
      await agent.sees(/^Please select a package/)
      await agent.button('Continue to Contract').scrollIntoViewIfNeeded()
      await expect.poll(() => agent.button('Continue to Contract').evaluate(isOnTop)).toBe(true)
      await agent.page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(agent.page.getByText(/^Please select a package/)).toBeHidden()
    })
  await test.step('the three packages row by row on a wide screen', async () => {
    await agent.page.setViewportSize(WIDE)
    await seesPackagesInRows(agent.page)
  })
  await test.step('all three packages beside the price and the discount on a phone', async () => {
    await agent.page.setViewportSize(PHONE)
    await agent.page.evaluate(narrowText)
    await agent.offer('Standard Fiber').check()
    await agent.press('Cover installation')
    await agent.sees('after a voucher discount of £995')
    for (const name of ['Basic Broadband', 'Standard Fiber', 'Premium Fiber'])
      await expect.poll(() => agent.offer(name).evaluate(isFree), name).toBe(true)
    await agent.page.evaluate(usualText)
  })
  await test.step('the total above the buttons on a small phone on its side', async () => {
    await agent.page.setViewportSize(SMALL_ON_ITS_SIDE)
    await agent.field('Discount').fill('100')
    await agent.sees('after a voucher discount of £100')
    const total = agent.summary('Order summary').getByText('Total', { exact: true })
    await expect.poll(() => total.evaluate(isUncovered)).toBe(true)
  })
}

async function seesPackagesInRows(page: Page): Promise<void> {
  for (const line of [/^(Basic Broadband|Standard Fiber|Premium Fiber)$/, /^\d+ Mbps/, /^£\d+$/]) {
    const places = () =>
      page
        .getByRole('radiogroup', { name: 'Packages' })
        .getByText(line)
        .evaluateAll((found) =>
          found
            .map((element) => element.getBoundingClientRect())
            .map(({ top, height }) => ({ top: Math.round(top), height: Math.round(height) })),
        )
    await expect.poll(async () => new Set((await places()).map(({ top }) => top)).size, `${line}`).toBe(1)
    const boxes = await places()
    expect(boxes, `${line}`).toHaveLength(3)
    expect(new Set(boxes.map(({ height }) => height)).size, `${line}`).toBe(1)
  }
}

async function seesSignature(agent: Agent): Promise<void> {
  await agent.page.setViewportSize(SMALL_PHONE)
  await agent.choosesPackage('Standard Fiber')
  await agent.seesToast('Details pre-filled')
  await test.step('goes on at the first press, whatever the ID number looks like', async () => {
    await agent.page.setViewportSize(TWICE_ZOOMED)
    await agent.field('ID number').fill('129')
    await agent.press('Continue')
    await agent.seesStep(4)
    await agent.press('Back')
    await agent.page.setViewportSize(SMALL_PHONE)
  })
  await agent.confirmsCustomer()
  const article = agent.page.getByRole('article')
  expect(await article.evaluate(heightInView), 'on the smallest phone').toBeGreaterThan(200)
  await test.step('never breaks a postcode over two lines', async () => {
    for (let width = 300; width <= 400; width += 10) {
      await agent.page.setViewportSize({ width, height: 844 })
      expect(await article.evaluate(linesOfPostcode), `at ${width}`).toBe(1)
    }
  })
  for (const viewport of [ON_ITS_SIDE, LOW, SMALL_ON_ITS_SIDE])
    await test.step(`covers no control on ${sizeOf(viewport)}`, async () => {
      await agent.page.setViewportSize(viewport)
      const isShown = (name: string) =>
        expect.poll(() => agent.button(name).evaluate(isFree), name).toBe(true)
      for (const name of ['Sign by typing', 'Clear', 'Back', 'Submit Order']) await isShown(name)
      await agent.press('Sign by typing')
      const field = agent.field('Type the name to sign')
      await expect.poll(() => field.evaluate(isFree), 'field').toBe(true)
      for (const name of ['Draw instead', 'Clear', 'Back', 'Submit Order']) await isShown(name)
      await agent.press('Draw instead')
    })
}

test('keeps Continue in view below the verdict in a dialog on small screens', async ({ agent }) => {
  await agent.page.clock.install()
  await agent.page.setViewportSize(ON_ITS_SIDE)
  await agent.opens()
  await agent.press('Check Eligibility')
  await agent.field('Address').fill('9 Mill Lane')
  await agent.press('Check')
  await agent.page.clock.fastForward(CHECK_MS)
  await agent.sees(/^(Not eligible|Eligible for)/)
  for (const viewport of [ON_ITS_SIDE, LOW, TWICE_ZOOMED]) {
    await agent.page.setViewportSize(viewport)
    await expect.poll(() => agent.button('Continue').evaluate(isFree), sizeOf(viewport)).toBe(true)
  }
})

/** Runs in the page: sets text as narrow as on a phone, because the fonts of a test machine are often wider. */
function narrowText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { letter-spacing: -0.1em !important }')
  document.adoptedStyleSheets = [sheet]
}

/** Runs in the page. */
function usualText(): void {
  document.adoptedStyleSheets = []
}

/** Runs in the page: returns whether a tap on the middle of an element hits it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** Runs in the page: returns whether an element can be tapped even close to its edges. */
function isFree(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const middle = (left + right) / 2
  return [top + 3, bottom - 3].every((y) => element.contains(document.elementFromPoint(middle, y)))
}

/** Runs in the page: returns how many pixels of an element are visible between the head and the bar of the step. */
function heightInView(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect()
  const bar = document.querySelector('aside')?.getBoundingClientRect().top ?? innerHeight
  return Math.min(bottom, bar) - Math.max(top, 0)
}

/** Runs in the page: returns whether the foot of an element is uncovered. */
function isUncovered(element: Element): boolean {
  const { left, bottom } = element.getBoundingClientRect()
  return document.elementFromPoint(left + 1, bottom - 1) === element
}

/** Runs in the page: returns the number of lines that the postcode in a text takes. */
function linesOfPostcode(element: Element): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const start = texts.currentNode.textContent?.search(/TD16 6RD/) ?? -1
    if (start === -1) continue
    const postcode = document.createRange()
    postcode.setStart(texts.currentNode, start)
    postcode.setEnd(texts.currentNode, start + 'TD16 6RD'.length)
    return new Set([...postcode.getClientRects()].map(({ top }) => top)).size
  }
  return 0
}
