import { type Agent, expect, test } from './story.ts'

test('animates nothing if the user prefers reduced motion', async ({ agent }) => {
  await agent.page.route('**/functions/v1/ghl-sync*', () => {})
  await agent.page.route('**/rest/v1/leads*', () => {})
  await agent.opens()
  await expect(agent.page.getByRole('status', { name: 'Loading leads' })).toBeVisible()
  await agent.press('Sync GHL')
  await expect(agent.button('Sync GHL')).toBeDisabled()
  expect(await agent.page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('lets a dialog arrive from below, unless the user prefers reduced motion, and mutes nothing on request', async ({
  agent,
}) => {
  await agent.opens()
  await agent.hasWholeApp()
  await agent.page.evaluate(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      if (target instanceof HTMLDialogElement) moved.push(propertyName)
    })
  })
  const moved = () => agent.page.evaluate(() => (window as unknown as { moved: string[] }).moved.sort())
  const opensAndCloses = async () => {
    await agent.press('My Opportunities')
    await expect(agent.page.getByRole('dialog')).toBeVisible()
    await agent.page.evaluate(() => new Promise(requestAnimationFrame))
    await agent.page.keyboard.press('Escape')
    await expect(agent.page.getByRole('dialog')).toBeHidden()
  }
  await opensAndCloses()
  expect(await moved()).toEqual([])
  await agent.page.emulateMedia({ reducedMotion: 'no-preference' })
  await opensAndCloses()
  expect(await moved()).toEqual(['opacity', 'translate'])
  await test.step('mutes nothing if the user asks for more contrast', () => mutesNothing(agent))
})

async function mutesNothing(agent: Agent): Promise<void> {
  const postcode = agent.page.getByText(/^CA29 4HT/).first()
  const colour = () => postcode.evaluate((text) => getComputedStyle(text).color)
  const ink = await agent.page.evaluate(() => getComputedStyle(document.documentElement).color)
  expect(await colour()).not.toBe(ink)
  await agent.page.emulateMedia({ contrast: 'more' })
  expect(await colour()).toBe(ink)
}

test('shows finished steps and the chosen items if the system forces its colours', async ({ agent }) => {
  await agent.page.emulateMedia({ forcedColors: 'active' })
  await agent.startsSale()
  const box = await agent.page.getByRole('progressbar').boundingBox()
  if (!box) throw new Error('There is no progress bar.')
  const seenAt = async (part: number, y: number) => {
    const clip = { x: Math.round(box.x + box.width * part), y, width: 20, height: 6 }
    return (await agent.page.screenshot({ clip })).toString('base64')
  }
  const done = await seenAt(0.3, box.y)
  const toCome = await seenAt(0.7, box.y)
  const blank = await seenAt(0.3, box.y - 8)
  expect(new Set([done, toCome, blank]).size).toBe(3)
  await test.step('outlines what is chosen', () => seesOutlines(agent))
})

async function seesOutlines(agent: Agent): Promise<void> {
  await agent.offer('Standard Fiber').check()
  const outlines = agent.page
    .getByRole('radio')
    .evaluateAll((radios: HTMLInputElement[]) =>
      radios.map((radio) => [
        radio.checked,
        getComputedStyle(radio.parentElement ?? radio).outlineStyle === 'solid',
      ]),
    )
  expect(await outlines).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ])
}
