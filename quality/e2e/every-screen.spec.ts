import type { Page } from '@playwright/test'
import { barriersOn, inEachView } from './barriers.ts'
import { largeTextCheck } from './large-text.ts'
import { expect, test } from './story.ts'
import { walkThroughSale } from './walk.ts'

const MIN_TARGET_PX = 44
const SMALL_PHONE = { width: 320, height: 568 }
const ON_ITS_SIDE = { width: 844, height: 390 }
const TWICE_ZOOMED = { width: 195, height: 422 }

// The whole sale is made on the smallest screen, which fits as many letters as text of 32 pixels does on a phone.
test.use({ viewport: TWICE_ZOOMED, hasLeads: false })

test('has no barriers and no small targets on any screen, and fits the smallest screens and large text', async ({
  agent,
}) => {
  test.slow()
  const fitsLargeText = await largeTextCheck(agent.page)
  await walkThroughSale(agent, async (screen) => {
    await inEachView(agent.page, async (view) => {
      expect.soft(await barriersOn(agent.page), `${screen}, ${view}`).toEqual([])
      expect.soft(await smallTargetsOn(agent.page), `${screen}, ${view}`).toEqual([])
    })
    // Leaves a phone's view on the screen.
    await fitsLargeText(screen)
    await fitsSmallest(agent.page, screen)
  })
})

/** Expects that nothing is cut off or scrolls sideways, and that the main action stays in view. */
async function fitsSmallest(page: Page, screen: string): Promise<void> {
  // On its side first: turning back makes another signature box, which must be there before the walk continues.
  for (const viewport of [ON_ITS_SIDE, SMALL_PHONE, TWICE_ZOOMED]) {
    await page.setViewportSize(viewport)
    const where = `${screen}, ${viewport.width} pixels wide`
    expect.soft(await sidewaysOn(page, viewport.width), where).toEqual([])
    const actions = page.locator('aside button')
    if (viewport === ON_ITS_SIDE && (await actions.count()))
      await expect.soft(actions.last(), where).toBeInViewport({ ratio: 1 })
  }
}

/** Returns the controls that a thumb may miss. Links within a text do not count. */
async function smallTargetsOn(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const open = document.querySelector('dialog[open]') ?? document
    const targets = [
      ...open.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href], [role=tab]'),
    ]
    return targets
      .filter((target) => target.checkVisibility() && getComputedStyle(target).display !== 'inline')
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect()
        return width < least || height < least
      })
      .map((target) => target.outerHTML.slice(0, 120))
  }, MIN_TARGET_PX)
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
