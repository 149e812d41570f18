import type { Page } from '@playwright/test'

const STEPS = 40
const FRAME_MS = 16
const REST_MS = 1_000

/** Scrolls the list of leads for three seconds. */
export async function scroll(page: Page, list: string): Promise<void> {
  await page.locator(list).hover()
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(50)
  }
}

/** Drags a map to and fro, and rests a second after each. */
export async function drag(page: Page, map: string): Promise<void> {
  const box = await page.locator(map).boundingBox()
  if (!box) throw new Error('There is nothing to drag.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
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
