import type { Page } from '@playwright/test'

const STEPS = 40
const FRAME_MS = 16
const REST_MS = 1_000

/** A position on the page, in points. */
export type Place = { x: number; y: number }

/** Returns where to put the finger on a part of the page. */
export async function middleOf(page: Page, part: string): Promise<Place> {
  const box = await page.locator(part).boundingBox()
  if (!box) throw new Error(`There is no ${part} on the page.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Scrolls the list at this position for three seconds. */
export async function scroll(page: Page, { x, y }: Place): Promise<void> {
  await page.mouse.move(x, y)
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(50)
  }
}

/** Drags the map at this position to and fro, with a pause of a second after each. */
export async function drag(page: Page, { x, y }: Place): Promise<void> {
  for (const side of [1, -1]) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= STEPS; step++) {
      await page.mouse.move(x + side * step * 3, y + side * step * 2)
      await page.waitForTimeout(FRAME_MS)
    }
    await page.mouse.up()
    await page.waitForTimeout(REST_MS)
  }
}
