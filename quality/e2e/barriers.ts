import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'

declare const axe: typeof axeCore

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** Colours depend only on the theme, and the layout only on the width, so two combinations cover all. */
const VIEWS = [
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
] as const

/** Returns the violations that axe finds on a page, as rule and place. The app has no frames. */
export async function barriersOn(page: Page): Promise<string[]> {
  // Loading axe takes twice as long as running it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(findBarriers)
}

/** Runs in the page, where `axe` is a global. */
async function findBarriers(): Promise<string[]> {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Shows a page in each view, without reloading it, and calls `look` there. Leaves the first view on the screen. */
export async function inEachView(page: Page, look: (view: string) => Promise<void>): Promise<void> {
  for (const { colorScheme, viewport } of VIEWS.toReversed()) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await look(`${colorScheme}, ${viewport.width} pixels wide`)
  }
}

/** Returns the violations that axe finds on a page in each view. */
export async function barriersInViews(page: Page): Promise<string[]> {
  const found: string[] = []
  await inEachView(page, async (view) => {
    found.push(...(await barriersOn(page)).map((barrier) => `${view}: ${barrier}`))
  })
  return found
}
