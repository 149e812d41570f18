import { type Agent, expect, test } from './story.ts'

const PHONE = { width: 390, height: 844 }
const SMALL_PHONE = { width: 360, height: 640 }
const TWICE_ZOOMED = { width: 195, height: 422 }
/** Fits as many letters as text of 24 pixels does on a phone. */
const LARGE_TEXT = { width: 260, height: 562 }

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('the agreement keeps when it was seen, is the same after a reload, and becomes void once a choice changes', async ({
    agent,
  }) => {
    await agent.reachesContract()
    await test.step('is in view as a whole when the step opens', async () => {
      const agreement = agent.page.getByRole('region', { name: 'Service agreement' })
      await expect(agreement).toBeInViewport({ ratio: 0.95 })
    })
    await test.step('opens section by section, with the keyboard too', () => opensSections(agent))
    await test.step('keeps with the sale when it was first on the screen, until it changes', async () => {
      const moment = expect.stringMatching(/^\d{4}-.*Z$/)
      await agent.phoneKeeps({ agreementShownAt: moment, agreementSeenAt: moment })
      await agent.press('Back')
      await agent.field('Last name').fill('Campbell')
      await agent.phoneKeeps({ agreementShownAt: null, agreementSeenAt: null })
    })
    await test.step('is the same after a reload, with its signature', async () => {
      await agent.press('Continue')
      await agent.seesStep(4)
      await agent.signs()
      await agent.phoneKeeps({ signature: expect.anything(), nonce: expect.any(String) })
      const before = await agent.keptSales()
      await agent.page.reload()
      await expect(agent.summary('Signature').getByRole('status')).toHaveText('Signed')
      expect(await agent.keptSales()).toEqual(before)
    })
    await test.step('voids its signature once a choice changes, and says so', () => changesChoice(agent))
    await agent.submits()
    await agent.sees('Order submitted')
  })
})

async function changesChoice(agent: Agent): Promise<void> {
  const copy = agent.page.getByRole('radiogroup', { name: 'Your copy' })
  const state = agent.summary('Signature').getByRole('status')
  await expect(copy.getByRole('radio', { name: 'Email' })).toBeChecked()
  await copy.getByRole('radio', { name: 'Email' }).press('ArrowRight')
  await expect(copy.getByRole('radio', { name: 'Paper' })).toBeChecked()
  await expect(state).toHaveText('The agreement changed. Please sign again.')
  await agent.phoneKeeps({ choices: { copy: 'paper', begin_early: false }, nonce: expect.any(String) })
  await agent.canvas.scrollIntoViewIfNeeded()
  const canvas = await agent.canvas.boundingBox()
  await agent.signs()
  await expect(state).toHaveText('Signed')
  expect(await agent.canvas.boundingBox()).toEqual(canvas)
}

async function opensSections(agent: Agent): Promise<void> {
  const titles = ['Contract summary', 'Your right to cancel', 'Cancellation form']
  for (const name of [...titles, 'Information about this contract']) {
    const section = agent.page.getByRole('region', { name, exact: true })
    await section.locator('summary').press('Enter')
    await expect(section.getByRole('paragraph').or(section.getByRole('definition')).first()).toBeVisible()
  }
}

test.describe('on a phone on which a customer is about to sign', () => {
  test.use({ viewport: PHONE })

  test('the canvas stays where it is as toasts and notices come and go', async ({ agent, context }) => {
    await agent.reachesContract()
    const toast = agent.page.getByText("Please capture the customer's signature")
    const notice = agent.page.getByText('You’re offline')
    await agent.press('Submit Order')
    await expect(toast).toBeVisible()
    const step = agent.page.getByRole('main')
    await step.evaluate((content) => content.scrollTo(0, content.scrollHeight))
    await expect(agent.canvas).toBeInViewport({ ratio: 1 })
    const place = await agent.canvas.boundingBox()
    const stays = async () => expect(await agent.canvas.boundingBox()).toEqual(place)
    await test.step('as a toast ends', async () => {
      await agent.press('Dismiss')
      await expect(toast).toBeHidden()
      await stays()
    })
    await test.step('as a notice comes, and goes', async () => {
      await context.setOffline(true)
      await expect(notice).toBeVisible()
      await stays()
      await context.setOffline(false)
      await expect(notice).toBeHidden()
      await stays()
    })
    await test.step('and the room below it goes as the step is scrolled', async () => {
      await step.evaluate((content) => content.scrollTo(0, 0))
      await expect(step).not.toHaveAttribute('style', /padding/)
    })
  })
})

test.describe('on a small phone, a tablet and a wide screen', () => {
  test.use({ viewport: SMALL_PHONE })

  test('leads to the signature or shows it, and nothing moves when it comes into view and is signed', async ({
    agent,
  }) => {
    await agent.reachesContract()
    const goToSignature = agent.button('Go to signature')
    await test.step('shows 440 pixels of the agreement as the step opens', async () => {
      const article = agent.page.getByRole('article')
      await expect.poll(() => article.evaluate(heightInView)).toBeGreaterThanOrEqual(440)
    })
    await test.step('leads to the signature', async () => {
      await goToSignature.click()
      await expect(agent.canvas).toBeInViewport({ ratio: 1 })
      await expect(goToSignature).toBeHidden()
      await expect(agent.summary('Signature')).toBeFocused()
    })
    await test.step('leads to it when the order is submitted without one', async () => {
      await scrollsToTop(agent)
      await agent.press('Submit Order')
      await agent.seesToast("Signature required: Please capture the customer's signature")
      await expect(agent.canvas).toBeInViewport({ ratio: 1 })
    })
    for (const viewport of [SMALL_PHONE, PHONE, LARGE_TEXT, TWICE_ZOOMED])
      await test.step(`moves nothing on ${viewport.width} by ${viewport.height} pixels`, async () => {
        await agent.page.setViewportSize(viewport)
        await scrollsToTop(agent)
        await signsWithoutMoves(agent)
        await agent.press('Clear')
        await expect(agent.summary('Signature').getByRole('status')).toHaveText('Not signed yet')
      })
    await test.step('shows the signature on a turned tablet, and choices and button on a wide screen too', () =>
      fitsWideScreens(agent))
  })
})

async function scrollsToTop(agent: Agent): Promise<void> {
  await agent.page.getByRole('heading', { name: 'Sign agreement' }).scrollIntoViewIfNeeded()
  await expect(agent.button('Go to signature')).toBeVisible()
}

async function signsWithoutMoves(agent: Agent): Promise<void> {
  const places = () => agent.page.locator('aside, aside button:not(.grow-0)').evaluateAll(placesOnPage)
  const before = await places()
  await agent.canvas.scrollIntoViewIfNeeded()
  await agent.button('Clear').scrollIntoViewIfNeeded()
  await expect(agent.button('Go to signature')).toBeHidden()
  expect(await places()).toEqual(before)
  const canvas = await agent.canvas.evaluateAll(placesOnPage)
  await agent.signs()
  await expect(agent.summary('Signature').getByRole('status')).toHaveText('Signed')
  expect(await places()).toEqual(before)
  expect(await agent.canvas.evaluateAll(placesOnPage)).toEqual(canvas)
}

/** Runs in the page: returns where elements are, however far the page is scrolled. */
const placesOnPage = (elements: Element[]) =>
  elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y: y + scrollY, width, height }
  })

async function fitsWideScreens(agent: Agent): Promise<void> {
  await agent.page.setViewportSize({ width: 800, height: 600 })
  await agent.page.reload()
  await expect(agent.button('Go to signature')).toBeVisible()
  await agent.page.setViewportSize({ width: 1280, height: 800 })
  await expect(agent.canvas).toBeInViewport({ ratio: 1 })
  await expect(agent.button('Go to signature')).toBeHidden()
  await agent.page.reload()
  await agent.seesStep(4)
  for (const name of ['Email', 'Paper'])
    await expect(agent.page.getByRole('radio', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(agent.page.getByRole('checkbox')).toBeInViewport({ ratio: 1 })
  await expect(agent.canvas).toBeInViewport({ ratio: 1 })
  await expect(agent.button('Submit Order')).toBeInViewport({ ratio: 1 })
}

/** Runs in the page: returns how many pixels of an element are visible above the bar. */
function heightInView(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect()
  const bar = document.querySelector('aside')?.getBoundingClientRect().top ?? innerHeight
  return Math.min(bottom, bar) - Math.max(top, 0)
}

test.describe('in the hands of the customer', () => {
  test.use({ viewport: PHONE })

  test('the phone is light, shows only the agreement and the signature, and keeps the ink', async ({
    agent,
  }) => {
    await agent.page.emulateMedia({ colorScheme: 'dark' })
    await agent.reachesContract()
    await test.step('is light, also if the agent likes it dark', async () => {
      const background = () =>
        agent.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      expect(await background()).toBe('rgb(14, 20, 17)')
      await agent.press('Hand to customer')
      await expect.poll(background).toBe('rgb(246, 244, 238)')
    })
    await test.step('the agent sees that nothing was signed', async () => {
      await agent.press('Done: give the phone back')
      await agent.seesToast('Not signed yet: Ask the customer to sign, or hand over the phone again')
    })
    await test.step('a toast waits for the agent', async () => {
      await agent.press('Submit Order')
      const toast = agent.page.getByText("Please capture the customer's signature")
      await expect(toast).toBeVisible()
      await agent.press('Hand to customer')
      await expect(toast).toBeHidden()
      await agent.press('Done: give the phone back')
      await expect(toast).toBeVisible()
    })
    await agent.press('Hand to customer')
    for (const name of ['My Opportunities', 'Back', 'Submit Order'])
      await expect(agent.button(name), name).toBeHidden()
    await expect(agent.page.getByRole('progressbar')).toBeHidden()
    await agent.signs()
    await expect(agent.summary('Signature')).toContainText('Signed')
    await agent.press('Done: give the phone back')
    await expect(agent.button('Go to signature')).toBeHidden()
    await expect(agent.canvas).toBeInViewport({ ratio: 1 })
    expect(await agent.seesInk()).toBeGreaterThan(0)
    await agent.submits()
    await agent.sees('Order submitted')
    await test.step('only the content of step 5 scrolls, not the page', async () => {
      const below = () => agent.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
      expect(await below()).toBe(0)
    })
  })
})
