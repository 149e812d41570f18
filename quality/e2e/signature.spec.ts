import { Agent } from './agent.ts'
import { expect, test } from './story.ts'

const STORED = 'opportunities?select=contract_signature,contract_ip_address,contract_timestamp'
const PHONE = { width: 390, height: 844 }
const ON_ITS_SIDE = { width: 844, height: 390 }

test('keeps a drawn signature and the typed mode across screen sizes, rotation, Back and a reload', async ({
  agent,
  office,
}) => {
  await agent.reachesContract()
  expect(await agent.seesInk()).toBe(0)
  await test.step('has a canvas of 320 by 160, or smaller if the screen is', () => fitsScreen(agent))
  await agent.signs()
  const ink = await agent.seesInk()
  expect(ink).toBeGreaterThan(1)

  for (const size of [ON_ITS_SIDE, PHONE]) {
    await agent.page.setViewportSize(size)
    await seesAgain(agent, ink)
  }
  await test.step('keeps the typed mode and the drawing beside it when turned', async () => {
    await agent.press('Sign by typing')
    await expect(agent.summary('Signature').getByRole('status')).toHaveText('Not signed yet')
    for (const size of [ON_ITS_SIDE, PHONE]) {
      await agent.page.setViewportSize(size)
      await seesBox(agent, size)
      await expect(agent.field('Type the name to sign')).toBeVisible()
    }
    await agent.press('Draw instead')
    await expect(agent.summary('Signature').getByRole('status')).toHaveText('Signed')
    await seesAgain(agent, ink)
  })
  await agent.press('Back')
  await agent.seesStep(3)
  await agent.press('Continue')
  await agent.seesStep(4)
  await seesAgain(agent, ink)
  await agent.page.reload()
  await agent.seesStep(4)
  await seesAgain(agent, ink)

  await agent.submits()
  await agent.sees('Order submitted')
  expect(await office.rows(STORED)).toEqual([
    {
      contract_signature: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
      contract_ip_address: '0.0.0.0',
      contract_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ])
})

async function fitsScreen(agent: Agent): Promise<void> {
  for (const [width, height] of [
    [1024, 768],
    [1280, 800],
    [1920, 1080],
    [768, 1024],
    [844, 390],
    [390, 844],
  ] as const) {
    await agent.page.setViewportSize({ width, height })
    await expect
      .poll(() => agent.canvas.boundingBox(), `at ${width}x${height}`)
      .toMatchObject({ width: 320, height: 160 })
  }
  // On a wide screen the canvas was beside the agreement; it is now another element below it.
  await expect(agent.page.getByRole('main').getByRole('img', { name: 'Customer signature' })).toBeVisible()
  await agent.signs()
  const ink = await agent.seesInk()

  await agent.page.setViewportSize({ width: 240, height: 480 })
  await expect.poll(async () => (await agent.canvas.boundingBox())?.width).toBeLessThanOrEqual(240)
  const { width = 0, height = 0 } = (await agent.canvas.boundingBox()) ?? {}
  expect(width / height).toBeCloseTo(2, 1)
  await seesAgain(agent, ink)
  await agent.press('Clear')
  await agent.signs()
  expect(await agent.seesInk()).toBeGreaterThan(1)
  await agent.page.setViewportSize(PHONE)
  await test.step('voids the drawing for another agreement', () => voidsDrawing(agent))
}

/** Waits until the turned phone shows the signature beside the agreement, or below it. */
const seesBox = (agent: Agent, { width, height }: { width: number; height: number }) =>
  expect(
    agent.page.locator(width > height ? 'aside' : 'main').getByRole('region', { name: 'Signature' }),
  ).toBeVisible()

async function seesAgain(agent: Agent, ink: number): Promise<void> {
  await expect.poll(() => agent.seesInk()).toBeGreaterThan(ink * 0.8)
  expect(await agent.seesInk()).toBeLessThan(ink * 1.25)
}

async function voidsDrawing(agent: Agent): Promise<void> {
  await agent.press('Sign by typing')
  await agent.page.getByRole('radio', { name: 'Paper' }).check()
  await agent.press('Draw instead')
  await expect(agent.summary('Signature').getByRole('status')).toHaveText('Not signed yet')
  await expect.poll(() => agent.seesInk()).toBe(0)
}

test('draws by finger, but does not take a thumb that meant to scroll for a signature', async ({ agent }) => {
  await agent.page.clock.install()
  await agent.reachesContract()
  await agent.canvas.scrollIntoViewIfNeeded()
  // The pad measures the duration of a stroke, and a busy machine would make it a slow one.
  await agent.page.clock.pauseAt(Date.now() + 3_600_000)
  const box = await agent.canvas.boundingBox()
  if (!box) throw new Error('There is no signature canvas.')
  const phone = await agent.page.context().newCDPSession(agent.page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    phone.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
  const strokes = async ([start, ...line]: [[number, number], ...[number, number][]]) => {
    await touch('touchStart', start)
    for (const point of line) await touch('touchMove', point)
    await touch('touchEnd')
  }
  const at = (y: number): [number, number] => [box.x + box.width / 2, box.y + y]
  const state = agent.summary('Signature').getByRole('status')
  await strokes([at(120), at(60), at(1)])
  await expect.poll(() => agent.seesInk()).toBe(0)
  await expect(state).toHaveText('Not signed yet')
  await strokes([at(120), at(60), at(20)])
  await expect(state).toHaveText('Signed')
  await agent.page.clock.resume()

  await agent.press('Clear')
  await expect.poll(() => agent.seesInk()).toBe(0)
  await strokes(await agent.zigzag())
  expect(await agent.canvas.boundingBox()).toEqual(box)
  expect(await agent.seesInk()).toBeGreaterThan(1)
  await test.step('says so if the phone cannot draw the signature, and submits on the second try', async () => {
    await agent.page.evaluate(failToDrawOnce)
    await agent.press('Submit Order')
    await agent.seesToast('Order not submitted: This phone couldn’t draw the signature. Try again')
    await agent.submits()
    await agent.sees('Order submitted')
  })
})

/** Runs in the page. */
function failToDrawOnce(): void {
  const draw = HTMLCanvasElement.prototype.toDataURL
  HTMLCanvasElement.prototype.toDataURL = () => {
    HTMLCanvasElement.prototype.toDataURL = draw
    throw new Error('There is no memory.')
  }
}

test('accepts a typed name as the signature, from another tab too, and ignores blanks around it', async ({
  agent,
  office,
}) => {
  await agent.reachesContract()
  await test.step('shows a name that was typed in another tab', () => followsOtherTab(agent))
  await test.step('shows ink and box if the system forces its colours', () => seesForcedColours(agent))
  await agent.press('Sign by typing')
  await expect(agent.field('Type the name to sign')).toBeFocused()
  await agent.field('Type the name to sign').fill('')
  await agent.press('Submit Order')
  await agent.seesToast("Signature required: Please capture the customer's signature")
  await agent.field('Type the name to sign').fill('Peter Braithwaite')
  await expect.poll(() => agent.seesInk()).toBeGreaterThan(1)
  await agent.submits()
  await agent.sees('Order submitted')

  await agent.press('Start New Sale')
  await agent.lead('12 Kirk Wynd').check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await agent.choosesPackage('Standard Fiber')
  await agent.confirmsCustomer()
  await agent.press('Sign by typing')
  await agent.field('Type the name to sign').fill(`  Peter Braithwaite${' '.repeat(60)}`)
  await agent.submits()
  await agent.sees('Order submitted')
  const [one, other] = await office.rows(STORED)
  expect(one?.contract_signature).toMatch(/^data:image\/png;base64,iVBOR/)
  expect(one?.contract_signature).toBe(other?.contract_signature)
})

async function followsOtherTab(agent: Agent): Promise<void> {
  const second = new Agent(await agent.page.context().newPage())
  await second.opens()
  await second.press('Take over')
  await second.press('Sign by typing')
  await second.field('Type the name to sign').fill('Peter Braithwaite')
  await second.phoneKeeps({ signature: { kind: 'typed', name: 'Peter Braithwaite' } })
  await second.page.close()
  await expect(agent.field('Type the name to sign')).toHaveValue('Peter Braithwaite')
  expect(await agent.seesInk()).toBeGreaterThan(0)
}

async function seesForcedColours(agent: Agent): Promise<void> {
  await agent.page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await expect(agent.canvas).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await agent.press('Draw instead')
  await expect(agent.canvas).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(agent.canvas.locator('..')).toHaveCSS('outline-style', 'solid')
  await agent.page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
}
