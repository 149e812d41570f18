import type { Page } from '@playwright/test'
import { expect, test } from './story.ts'
import { walkThroughSale } from './walk.ts'

const SMALL_PHONE = { width: 320, height: 568 }
const TWICE_ZOOMED = { width: 195, height: 422 }

for (const viewport of [SMALL_PHONE, TWICE_ZOOMED]) {
  test.describe(`on ${viewport.width} pixels`, () => {
    test.use({ viewport })

    test('a sale is made, and nothing is cut off or scrolls sideways', async ({ agent }) => {
      await walkThroughSale(agent, async (screen) => {
        expect.soft(await sidewaysOn(agent.page, viewport.width), screen).toEqual([])
      })
    })
  })
}

/** What reaches beyond the right edge of the screen or of its own scroller; tabs may. */
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
