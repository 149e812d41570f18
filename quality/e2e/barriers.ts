import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Colours depend only on the theme and the layout only on the width, so two combinations cover all. */
const VIEWS = [
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
] as const

/** Returns what axe finds on a page, as rule and place. */
export async function barriersOn(page: Page): Promise<string[]> {
  // Legacy mode skips the extra page that merges frames: the app has none, and it takes a third of the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Shows a page in each view, without loading it again, and calls `look` there. The first view is left on the screen. */
export async function inEachView(page: Page, look: (view: string) => Promise<void>): Promise<void> {
  for (const { colorScheme, viewport } of VIEWS.toReversed()) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await look(`${colorScheme}, ${viewport.width} pixels wide`)
  }
}

/** Returns what axe finds on a page in each view. */
export async function barriersInViews(page: Page): Promise<string[]> {
  const found: string[] = []
  await inEachView(page, async (view) => {
    found.push(...(await barriersOn(page)).map((barrier) => `${view}: ${barrier}`))
  })
  return found
}
