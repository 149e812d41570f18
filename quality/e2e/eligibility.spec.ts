import { type Agent, expect, test } from './story.ts'

const CHECK_MS = 2_000

test('needs an address to check and a verdict to continue, and shows each of the four', async ({ agent }) => {
  await agent.page.clock.install()
  await agent.opens()
  await agent.press('Check Eligibility')
  await expect(agent.button('Check')).toBeDisabled()
  await agent.field('Address').fill('   ')
  await expect(agent.button('Check')).toBeDisabled()
  await agent.field('Address').fill('9 Mill Lane')
  await expect(agent.button('Continue')).toBeDisabled()
  await checks(agent, 0.1)
  await expect(agent.button('Continue')).toBeEnabled()

  await agent.press('Continue')
  await agent.seesToast('Lead required: Please select a lead to continue')
  await agent.field('Address').fill('10 Mill Lane')
  await expect(agent.button('Continue')).toBeDisabled()
  await test.step('shows each of the four verdicts and stops the sale if not eligible', () =>
    seesEachVerdict(agent))

  await agent.page.keyboard.press('Escape')
  await expect(agent.dialog).toBeHidden()
  await expect(agent.button('Check Eligibility')).toBeFocused()
  await agent.seesStep(1)
})

test('keeps a verdict if the dialog is closed, and puts an eligible address and its voucher into the sale', async ({
  agent,
  office,
}) => {
  await opensCheck(agent)
  await test.step('checks by Enter, keeps the verdict, and says the same in list and bar', () =>
    keepsVerdict(agent))
  await agent.lead('6 Mill Road').click()
  await agent.press('Check Eligibility')
  await expect(agent.field('Address')).toHaveValue(/^6 Mill Road, .+, CA29 4HT$/)
  await agent.field('Address').fill('6a Mill Road')
  await checks(agent, 0.3)
  await agent.press('Continue')
  await expect(agent.dialog).toBeHidden()
  await agent.seesStep(2)

  await agent.offer('Basic Broadband').check()
  await agent.field('Discount').fill('9999')
  await agent.field('Discount').blur()
  await expect(agent.field('Discount')).toHaveValue('500')
  await agent.sees('The voucher covers £500 of the £995 installation.')
  await agent.press('Continue to Contract')
  await expect
    .poll(() =>
      office.rows(
        'opportunities?select=customer_location,eligibility_status,eligibility_scheme,voucher_amount',
      ),
    )
    .toEqual([
      {
        customer_location: '6a Mill Road',
        eligibility_status: true,
        eligibility_scheme: 'Project Gigabit Standard',
        voucher_amount: 500,
      },
    ])
  await test.step('restores the address and voucher of the lead if it is tapped again', async () => {
    for (const step of [2, 1]) {
      await agent.press('Back')
      await agent.seesStep(step)
    }
    await expect(agent.summary('Selected Lead')).toContainText('£500 voucher')
    await agent.lead('6 Mill Road').click()
    await expect(agent.summary('Selected Lead')).toContainText('£4,500 voucher')
    await agent.press('Check Eligibility')
    await expect(agent.field('Address')).toHaveValue('6 Mill Road, Greenfield Valley, CA29 4HT')
  })
})

async function keepsVerdict(agent: Agent): Promise<void> {
  await expect(agent.field('Address')).toBeFocused()
  await setsChance(agent, 0.1)
  await agent.page.keyboard.press('Enter')
  await agent.page.clock.fastForward(CHECK_MS)
  await agent.sees('Eligible for a £1,500 voucher')
  await agent.page.keyboard.press('Escape')
  await expect(agent.summary('Selected Lead')).toContainText('check not used yet')
  await agent.page.reload()
  await agent.press('Check Eligibility')
  await agent.sees('Eligible for a £1,500 voucher')

  await checks(agent, 0.9)
  await agent.page.keyboard.press('Escape')
  const row = agent.page.locator('.lead-row', { has: agent.lead('6 Mill Road') })
  for (const place of [agent.summary('Selected Lead'), row]) {
    await expect(place).toContainText('Not eligible')
    await expect(place).not.toContainText('£')
  }
  await agent.press('Continue with Lead')
  await expect(agent.summary('Voucher')).toContainText(
    'Your check said not eligible: Address not in eligible',
  )
  await agent.press('Back')
  await agent.press('Check Eligibility')
  await checks(agent, 0.3)
  await agent.press('Continue')
  await agent.seesStep(2)
  await agent.press('Back')
  await expect(agent.summary('Selected Lead')).toContainText('£500 voucher')
  await expect(agent.summary('Selected Lead')).not.toContainText('check')
  await expect(row).toContainText('£500')
}

async function seesEachVerdict(agent: Agent): Promise<void> {
  for (const [random, verdict, scheme] of [
    [0.1, 'Eligible for a £1,500 voucher', 'Project Gigabit Rural'],
    [0.3, 'Eligible for a £500 voucher', 'Project Gigabit Standard'],
  ] as const) {
    await checks(agent, random)
    await agent.sees(verdict)
    await agent.sees(new RegExp(`${scheme}$`))
  }
  for (const [random, reason] of [
    [0.6, /Superfast coverage exists/],
    [0.9, /Address not in eligible postcodes/],
  ] as const) {
    await checks(agent, random)
    await agent.sees('Not eligible')
    await agent.sees(reason)
    await agent.press('Continue')
    await agent.seesToast('Cannot proceed: Customer is not eligible for voucher')
  }
  await agent.press('Continue')
  await agent.sees(/^Cannot proceed/)
  await checks(agent, 0.1)
  // Does not wait: the toast would go by itself after a while.
  expect(await agent.page.getByText(/^Cannot proceed/).count()).toBe(0)
  await expect(agent.dialog).toBeVisible()
}

/** Presses Check with this random number and waits for the verdict. */
async function checks(agent: Agent, random: number): Promise<void> {
  const { page, button } = agent
  await setsChance(agent, random)
  await button('Check').click()
  await expect(button('Checking…')).toBeDisabled()
  await page.clock.fastForward(CHECK_MS)
  await expect(button('Check')).toBeEnabled()
}

const setsChance = ({ page }: Agent, random: number) =>
  page.evaluate((chance) => {
    Math.random = () => chance
  }, random)

test('closes the dialog on a tap outside, even if the browser does not', async ({ agent }) => {
  await agent.page.addInitScript(() => {
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'closedBy')
    const { setAttribute } = Element.prototype
    Element.prototype.setAttribute = function (name, value) {
      if (name !== 'closedby') Reflect.apply(setAttribute, this, [name, value])
    }
  })
  // Before the app starts, because replacing the clock in between can leave the start waiting.
  await agent.page.clock.install()
  await agent.opens()
  await test.step('loads the dialog, which would wait for a frame of the paused clock', async () => {
    await agent.press('Check Eligibility')
    await expect(agent.dialog).toBeVisible()
    await agent.page.keyboard.press('Escape')
    await expect(agent.dialog).toBeHidden()
  })
  // On a slow machine, more than half a second may pass between the two clicks.
  await agent.page.clock.pauseAt((await agent.page.evaluate(() => Date.now())) + 60_000)
  await agent.button('Check Eligibility').dblclick()
  await expect(agent.dialog).toBeVisible()
  await agent.page.mouse.click(20, 20)
  await expect(agent.dialog).toBeVisible()
  await agent.page.clock.runFor(1_000)
  const address = await agent.field('Address').boundingBox()
  await agent.page.mouse.move((address?.x ?? 0) + 30, (address?.y ?? 0) + 20)
  await agent.page.mouse.down()
  await agent.page.mouse.move(20, 20)
  await agent.page.mouse.up()
  await expect(agent.dialog).toBeVisible()
  await agent.page.mouse.click(20, 20)
  await expect(agent.dialog).toBeHidden()
  await expect(agent.button('Check Eligibility')).toBeFocused()
})

/** Opens the check for the lead at 6 Mill Road. */
async function opensCheck(agent: Agent): Promise<void> {
  await agent.page.clock.install()
  await agent.opens()
  await agent.lead('6 Mill Road').check()
  await agent.press('Check Eligibility')
}
