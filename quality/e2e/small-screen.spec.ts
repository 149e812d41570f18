import type { Page } from '@playwright/test'
import { expect, test } from './story.ts'
import { walkThroughSale } from './walk.ts'

const CHECK_MS = 2_000
const SMALL_PHONE = { width: 320, height: 568 }
const ON_ITS_SIDE = { width: 844, height: 390 }
const SMALL_ON_ITS_SIDE = { width: 667, height: 375 }
const LOW = { width: 640, height: 400 }
const TWICE_ZOOMED = { width: 195, height: 422 }

for (const { viewport, doors } of [
  { viewport: { width: 390, height: 844 }, doors: 6 },
  { viewport: { width: 360, height: 640 }, doors: 4 },
]) {
  test.describe(`on a phone of ${viewport.width} by ${viewport.height} pixels`, () => {
    test.use({ viewport })

    test(`shows ${doors} doors on step 1`, async ({ agent }) => {
      await agent.page.addInitScript(narrowText)
      await agent.opens()
      await agent.seesAllLeads()
      for (let door = 0; door < doors; door++)
        expect.soft(await agent.leads.nth(door).evaluate(isFree), `door ${door + 1}`).toBe(true)
    })
  })
}

test('shows all three packages beside the price and the discount', async ({ agent }) => {
  await agent.page.addInitScript(narrowText)
  await agent.startsSale()
  await agent.offer('Standard Fiber').check()
  await agent.press('Cover installation')
  await agent.sees('after a voucher discount of £995')
  for (const name of ['Basic Broadband', 'Standard Fiber', 'Premium Fiber'])
    expect.soft(await agent.offer(name).evaluate(isFree), name).toBe(true)
})

test('leaves 250 pixels of the walk in view once a door is selected', async ({ agent }) => {
  await agent.opens()
  await agent.seesAllLeads()
  await agent.press('Walk')
  await agent.lead('15 Mill Road').check()
  await expect(agent.summary('Visit')).toBeVisible()
  expect(await agent.page.getByRole('radiogroup', { name: 'Leads' }).evaluate(heightInView)).toBeGreaterThan(
    250,
  )
})

test.describe('on the smallest screens', () => {
  // The whole sale is made on the one that has the least room.
  test.use({ viewport: TWICE_ZOOMED, hasLeads: false })

  test('cuts nothing off, never scrolls sideways, and keeps the main action in view', async ({ agent }) => {
    test.slow()
    await walkThroughSale(agent, async (screen) => {
      // On its side first: turning it back makes another signature box, which must be there before the walk goes on.
      for (const viewport of [ON_ITS_SIDE, SMALL_PHONE, TWICE_ZOOMED]) {
        await agent.page.setViewportSize(viewport)
        const where = `${screen}, ${viewport.width} pixels wide`
        expect.soft(await sidewaysOn(agent.page, viewport.width), where).toEqual([])
        const actions = agent.page.locator('aside button')
        if (viewport === ON_ITS_SIDE && (await actions.count()))
          await expect.soft(actions.last(), where).toBeInViewport({ ratio: 1 })
      }
    })
  })
})

test.describe('on the smallest phone', () => {
  test.use({ viewport: SMALL_PHONE })

  test('shows two doors on step 1 and 200 pixels of agreement on step 4', async ({ agent }) => {
    await agent.opens()
    await agent.seesAllLeads()
    for (const door of [0, 1]) expect(await agent.leads.nth(door).evaluate(isFree)).toBe(true)
    await agent.continuesWithFirstLead()
    await agent.choosesPackage('Standard Fiber')
    await agent.seesToast('Details pre-filled')
    await agent.confirmsCustomer()
    expect(await agent.page.getByRole('article').evaluate(heightInView)).toBeGreaterThan(200)
  })
})

test.describe('step 1 on a phone on its side', () => {
  test.use({ viewport: ON_ITS_SIDE })

  test('shows the selected lead in full, and filters as wide as the search', async ({ agent }) => {
    await agent.opens()
    await agent.seesAllLeads()
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
  })
})

test.describe('on a small phone on its side', () => {
  test.use({ viewport: SMALL_ON_ITS_SIDE })

  test('shows the total above the buttons', async ({ agent }) => {
    await agent.startsSale()
    await agent.offer('Standard Fiber').check()
    await agent.field('Discount').fill('100')
    await agent.sees('after a voucher discount of £100')
    const total = agent.summary('Order summary').getByText('Total', { exact: true })
    expect(await total.evaluate(isUncovered)).toBe(true)
  })
})

for (const viewport of [ON_ITS_SIDE, LOW, SMALL_ON_ITS_SIDE]) {
  test.describe(`on a low screen of ${viewport.width} by ${viewport.height} pixels`, () => {
    test.use({ viewport })

    test('covers no control of the signature', async ({ agent }) => {
      await agent.reachesContract()
      for (const name of ['Sign by typing', 'Clear', 'Back', 'Submit Order'])
        expect.soft(await agent.button(name).evaluate(isFree), name).toBe(true)
      await agent.press('Sign by typing')
      expect.soft(await agent.field('Type the name to sign').evaluate(isFree), 'field').toBe(true)
      for (const name of ['Draw instead', 'Clear', 'Back', 'Submit Order'])
        expect.soft(await agent.button(name).evaluate(isFree), name).toBe(true)
    })
  })
}

for (const viewport of [ON_ITS_SIDE, LOW, TWICE_ZOOMED]) {
  test.describe(`in a dialog on ${viewport.width} by ${viewport.height} pixels`, () => {
    test.use({ viewport })

    test('keeps Continue in view below the verdict', async ({ agent }) => {
      await agent.page.clock.install()
      await agent.opens()
      await agent.press('Check Eligibility')
      await agent.field('Address').fill('9 Mill Lane')
      await agent.press('Check')
      await agent.page.clock.fastForward(CHECK_MS)
      await agent.sees(/^(Not eligible|Eligible for)/)
      expect(await agent.button('Continue').evaluate(isFree)).toBe(true)
    })
  })
}

for (const viewport of [TWICE_ZOOMED, SMALL_ON_ITS_SIDE]) {
  test.describe(`on ${viewport.width} by ${viewport.height} pixels`, () => {
    test.use({ viewport })

    test('shows the warning beside the action, not over it', async ({ agent }) => {
      await agent.startsSale()
      await agent.press('Continue to Contract')
      await agent.sees(/^Please select a package/)
      await agent.button('Continue to Contract').scrollIntoViewIfNeeded()
      expect(await agent.button('Continue to Contract').evaluate(isOnTop)).toBe(true)
    })
  })
}

/** Runs in the page: sets text as narrow as on a phone. The fonts of a machine that runs tests are often wider. */
function narrowText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { letter-spacing: -0.1em !important }')
  document.adoptedStyleSheets = [sheet]
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

/** Returns the elements that scroll sideways or reach beyond the screen. Tabs may. */
async function sidewaysOn(page: Page, width: number): Promise<string[]> {
  return page.evaluate((most) => {
    const isScroller = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const root = document.documentElement
    const wide = [...document.querySelectorAll('body *:not([role=tablist])')].filter(
      (element) => isScroller(element) && element.scrollWidth > element.clientWidth + 1,
    )
    return [...(root.scrollWidth > most ? [root] : []), ...wide].map(
      (element) => `${element.tagName} ${element.className}: ${element.scrollWidth}`,
    )
  }, width)
}

test.describe('on 195 by 422 pixels', () => {
  test.use({ viewport: TWICE_ZOOMED })

  test('shows the order and the household size in full', async ({ agent }) => {
    await agent.opens()
    await agent.seesAllLeads()
    expect((await agent.field('Sort by').boundingBox())?.width).toBeGreaterThan(150)
    const people = agent.page.getByText(/ · \d+ (person|people)$/).first()
    expect(await people.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  })
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('aligns the three packages row by row', async ({ agent }) => {
    await agent.startsSale()
    for (const line of [/^(Basic Broadband|Standard Fiber|Premium Fiber)$/, /^\d+ Mbps/, /^£\d+$/]) {
      const boxes = await agent.page
        .getByRole('radiogroup', { name: 'Packages' })
        .getByText(line)
        .evaluateAll((found) => found.map((element) => element.getBoundingClientRect()))
      expect(boxes, `${line}`).toHaveLength(3)
      expect(new Set(boxes.map(({ top }) => Math.round(top))).size, `${line}`).toBe(1)
      expect(new Set(boxes.map(({ height }) => Math.round(height))).size, `${line}`).toBe(1)
    }
  })
})

test('never breaks a postcode over two lines', async ({ agent }) => {
  await agent.opens()
  await agent.seesAllLeads()
  await agent.lead('27 Kirk Wynd').check()
  await agent.press('Continue with Lead')
  await agent.choosesPackage('Basic Broadband')
  await agent.confirmsCustomer()
  for (let width = 300; width <= 400; width += 10) {
    await agent.page.setViewportSize({ width, height: 844 })
    expect(await agent.page.getByRole('article').evaluate(linesOfPostcode), `at ${width}`).toBe(1)
  }
})

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
