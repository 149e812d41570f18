import type { DataApi } from './data-api.ts'
import { type Agent, expect, test } from './story.ts'

const NOT_SIGNED = "Signature required: Please capture the customer's signature"

test('shows what is missing on each step, word for word, and ignores the second tap of each action', async ({
  agent,
  office,
}) => {
  await agent.opens()
  await agent.seesAllLeads()
  await agent.press('Continue with Lead')
  await agent.seesToast('Lead required: Please select a lead to continue')
  await agent.seesStep(1)

  await agent.leads.first().check()
  await agent.button('Continue with Lead').dblclick()
  await agent.seesStep(2)
  await agent.press('Continue to Contract')
  await agent.seesToast('Please select a package: Choose a broadband package to continue')
  await agent.seesStep(2)

  await agent.choosesPackage('Basic Broadband')
  await agent.seesToast('Details pre-filled')
  await expect(agent.field('ID number')).toHaveAttribute('placeholder', 'YYYYMMDD-XXXX')
  await expect(agent.page.getByText(/^Is this/)).toBeHidden()
  await test.step('fills the form from the lead and keeps what was typed', () => keepsEntries(agent))
  await test.step('focuses the missing field and dismisses the error once it is filled', async () => {
    await agent.press('Continue')
    await agent.sees('Missing information: Please fill in all required fields')
    await expect(agent.field('ID number')).toBeFocused()
    await agent.page.keyboard.type('19800101-1234')
    await expect(agent.page.getByText('Missing information:')).toBeHidden()
  })
  await agent.field('Last name').fill('   ')
  await agent.press('Continue')
  await agent.seesToast('Missing information: Please fill in all required fields')
  await agent.seesStep(3)

  await agent.field('Last name').fill('anything at all')
  await agent.field('Email').fill('not an address')
  await test.step('asks about an entry that looks mistyped, and goes on all the same', async () => {
    await asksAboutEntries(agent)
    await agent.button('Continue').dblclick()
    await agent.seesStep(4)
  })
  await agent.press('Submit Order')
  await agent.sees(NOT_SIGNED)
  await agent.signs()
  await expect(agent.page.getByText('Signature required:')).toBeHidden()
  await agent.press('Clear')
  expect(await agent.seesInk()).toBe(0)
  await agent.press('Submit Order')
  await agent.seesToast(NOT_SIGNED)

  await agent.canvas.tap()
  await agent.canvas.click({ position: { x: 60, y: 60 } })
  await agent.press('Submit Order')
  await agent.seesToast(NOT_SIGNED)
  await agent.seesStep(4)
  await agent.signs()
  await test.step('ignores the second tap, also if it is slow', () => submitsByDoubleTaps(agent, office))
})

async function submitsByDoubleTaps(agent: Agent, office: DataApi): Promise<void> {
  await tapsTwice(agent, 'Back', 3)
  await agent.seesStep(3)
  await agent.press('Back')
  await tapsTwice(agent, 'Continue to Contract', 3)
  await agent.seesStep(3)
  await tapsTwice(agent, 'Continue', 4)
  await agent.seesStep(4)
  await expect.poll(() => office.rows('opportunities?select=status')).toEqual([{ status: 'qualified' }])
  await agent.button('Submit Order').dblclick()
  await agent.seesStep(5)
  await agent.sees('Order submitted')
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
}

async function keepsEntries(agent: Agent): Promise<void> {
  await expect(agent.field('First name')).toHaveValue('Peter')
  await expect(agent.field('Last name')).toHaveValue('Braithwaite')
  await expect(agent.field('Email')).toHaveValue('peter.braithwaite@example.org')
  await expect(agent.field('Phone')).toHaveValue(/^0\d{4} ?\d+/)

  await agent.field('Email').fill('new@example.org')
  await agent.field('Phone').fill('')
  await agent.press('Back')
  await agent.press('Continue to Contract')
  await agent.seesToast('Details pre-filled')
  await expect(agent.field('Email')).toHaveValue('new@example.org')
  await expect(agent.field('Phone')).not.toHaveValue('')
}

async function asksAboutEntries(agent: Agent): Promise<void> {
  for (const [field, typed] of [
    ['Email', 'hazel'],
    ['Phone', '0163'],
    ['ID number', '1'],
  ] as const) {
    await agent.field(field).fill(typed)
    await expect(agent.field(field)).not.toHaveAccessibleDescription(/Is this/)
    await agent.field(field).blur()
    await expect(agent.field(field)).toHaveAccessibleDescription(/Is this/)
  }
}

test('offers no discount without a voucher, keeps it within the voucher, updates the totals, and keeps everything after Back', async ({
  agent,
  office,
}) => {
  await agent.page.route('**/rest/v1/leads*', async (route) => {
    const answer = await route.fetch()
    const leads = (await answer.json()) as { street_address: string }[]
    const json = leads.map((lead) =>
      lead.street_address === '12 Kirk Wynd' ? { ...lead, voucher_value: '0' } : lead,
    )
    await route.fulfill({ response: answer, json })
  })
  await agent.opens()
  await agent.seesAllLeads()
  await test.step('offers no discount if the lead has no voucher', () => seesNoDiscount(agent))
  await agent.lead('6 Mill Road').check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  const summary = agent.summary('Order summary')
  const discount = agent.field('Discount')
  await test.step('takes a discount that is entered before the package is chosen', async () => {
    await discount.fill('9999')
    await discount.blur()
    await expect(discount).toHaveValue('4500')
    await discount.fill('100')
    await agent.offer('Basic Broadband').check()
    await expect(discount).toHaveValue('100')
    await expect(summary).toContainText('Installation£895')
    await expect(summary).toContainText('Total£1,194')
  })
  await discount.fill('')
  await discount.blur()
  await expect(summary).toContainText('Installation£995Total£1,294')

  for (const [typed, corrected] of [
    ['9999', '4500'],
    ['-5', '0'],
    ['free of charge', '0'],
    ['12,5', '0'],
    ['£1,000.50', '1000.50'],
  ] as const) {
    await discount.fill(typed)
    await discount.blur()
    await expect(discount).toHaveValue(corrected)
  }
  await expect(summary).toContainText('InstallationFREEafter a voucher discount of £1,000.50Total£293.50')

  await discount.fill('100')
  await expect(summary).toContainText('Installation£895after a voucher discount of £100Total£1,194')
  await expect(agent.page.getByRole('radiogroup', { name: 'Packages' })).toContainText(
    /Installation £895.+Installation £895.+Installation FREE/s,
  )
  await expect(agent.offer('Premium Fiber')).not.toHaveAccessibleDescription(/·/)
  await agent.offer('Premium Fiber').check()
  // If the installation is free anyway, the voucher must not appear to be the reason.
  await expect(summary).toContainText('InstallationFREEand a voucher discount of £100Total£499')
  await agent.press('Continue to Contract')
  await agent.field('First name').fill('Petra')
  await agent.confirmsCustomer()
  await agent.sees(/£599 a month, installation FREE and a voucher discount of £100\. Total value £499\.$/)
  await test.step('keeps everything if the agent goes back and returns', () => goesBackAndReturns(agent))
  expect(await office.rows('opportunities?select=customer_location,status&order=created_at')).toEqual([
    { customer_location: expect.stringContaining('12 Kirk Wynd'), status: 'open' },
    { customer_location: expect.stringContaining('6 Mill Road'), status: 'qualified' },
  ])
})

async function seesNoDiscount(agent: Agent): Promise<void> {
  await agent.lead('12 Kirk Wynd').check()
  await agent.press('Continue with Lead')
  await agent.offer('Basic Broadband').check()
  await expect(agent.summary('Order summary')).toContainText('£1,294')
  await expect(agent.field('Discount')).toBeHidden()
  await agent.press('Leave this sale')
  await agent.seesStep(1)
}

async function goesBackAndReturns(agent: Agent): Promise<void> {
  await agent.signs()
  const ink = await agent.seesInk()
  for (const step of [3, 2, 1]) {
    await agent.press('Back')
    await agent.seesStep(step)
  }
  await expect(agent.lead('6 Mill Road')).toBeChecked()
  await expect(agent.summary('Selected Lead')).toContainText('6 Mill Road')
  await agent.press('Continue with Lead')
  await expect(agent.offer('Premium Fiber')).toBeChecked()
  await expect(agent.field('Discount')).toHaveValue('100')
  await agent.press('Continue to Contract')
  await expect(agent.field('First name')).toHaveValue('Petra')
  await expect(agent.field('ID number')).toHaveValue('19800101-1234')
  await agent.press('Continue')
  await agent.seesStep(4)
  await expect.poll(() => agent.seesInk()).toBeCloseTo(ink, 0)
}

/** Taps twice, the second time when the next step already shows. */
async function tapsTwice(agent: Agent, name: string, next: number): Promise<void> {
  const { mouse } = agent.page
  const box = await agent.button(name).boundingBox()
  if (!box) throw new Error(`There is no ${name}.`)
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  await mouse.click(...at)
  await agent.seesStep(next)
  await mouse.down({ clickCount: 2 })
  await mouse.up({ clickCount: 2 })
}
