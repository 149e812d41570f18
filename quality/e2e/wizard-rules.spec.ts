import { Agent } from './agent.ts'
import { expect, test } from './story.ts'

const WRITES = '**/rest/v1/opportunities?session_id*'
const NOT_SIGNED = "Signature required: Please capture the customer's signature"

test('an agent is told what is missing, step by step and word for word', async ({ agent }) => {
  await agent.opens()
  await agent.syncsLeads()
  await agent.press('Continue with Lead')
  await agent.isTold('Lead required: Please select a lead to continue')
  await agent.seesStep(1)

  await agent.continuesWithFirstLead()
  await agent.press('Continue to Contract')
  await agent.isTold('Please select a package: Choose a broadband package to continue')
  await agent.seesStep(2)

  await agent.choosesPackage('Basic Broadband')
  await agent.isTold('Details pre-filled')
  await expect(agent.field('ID number')).toHaveAttribute('placeholder', 'YYYYMMDD-XXXX')
  await agent.field('ID number').fill('19800101-1234')
  await agent.field('Last name').fill('   ')
  await agent.press('Continue')
  await agent.isTold('Missing information: Please fill in all required fields')
  await agent.seesStep(3)

  await agent.field('Last name').fill('anything at all')
  await agent.field('Email').fill('not an address')
  await agent.press('Continue')
  await agent.seesStep(4)
  await agent.press('Submit Order')
  await agent.isTold(NOT_SIGNED)

  await agent.canvas.tap()
  await agent.canvas.click({ position: { x: 60, y: 60 } })
  await agent.press('Submit Order')
  await agent.isTold(NOT_SIGNED)

  await agent.signs()
  await agent.press('Clear')
  expect(await agent.seesInk()).toBe(0)
  await agent.press('Submit Order')
  await agent.isTold(NOT_SIGNED)
  await agent.seesStep(4)
})

test('what was missing is shown the way to, and is no longer asked for once it is there', async ({
  agent,
}) => {
  await agent.reachesCustomer()
  await agent.press('Continue')
  await agent.sees('Missing information: Please fill in all required fields')
  await expect(agent.field('ID number')).toBeFocused()
  await agent.page.keyboard.type('19800101-1234')
  await expect(agent.page.getByText('Missing information:')).toBeHidden()
  await agent.press('Continue')
  await agent.seesStep(4)
  await agent.press('Submit Order')
  await agent.sees(NOT_SIGNED)
  await agent.signs()
  await expect(agent.page.getByText('Signature required:')).toBeHidden()
})

test('the form is filled from the lead, and keeps what was typed', async ({ agent }) => {
  await agent.reachesCustomer()
  await expect(agent.field('First name')).toHaveValue('Peter')
  await expect(agent.field('Last name')).toHaveValue('Braithwaite')
  await expect(agent.field('Email')).toHaveValue('peter.braithwaite@example.org')
  await expect(agent.field('Phone')).toHaveValue(/^0\d{4} ?\d+/)

  await agent.field('Email').fill('new@example.org')
  await agent.field('Phone').fill('')
  await agent.press('Back')
  await agent.press('Continue to Contract')
  await agent.isTold('Details pre-filled')
  await expect(agent.field('Email')).toHaveValue('new@example.org')
  await expect(agent.field('Phone')).not.toHaveValue('')
})

test('a discount stays within the voucher, and the totals follow it', async ({ agent }) => {
  await agent.startsSale()
  await expect(agent.field('Discount')).toBeHidden()
  await agent.offer('Basic Broadband').check()
  const summary = agent.summary('Order summary')
  await expect(summary).toContainText('Installation£995Total£1,294')

  const discount = agent.field('Discount')
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
  await agent.offer('Premium Fiber').check()
  // What is free without a voucher is not free after one.
  await expect(summary).toContainText('InstallationFREEand a voucher discount of £100Total£499')
  await agent.press('Continue to Contract')
  await agent.confirmsCustomer()
  await agent.sees(/£599 a month, installation FREE and a voucher discount of £100\. Total value £499\.$/)
})

test('a household without a voucher is offered no discount', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.page.route('**/rest/v1/leads*', async (route) => {
    const answer = await route.fetch()
    const leads = (await answer.json()) as object[]
    await route.fulfill({ response: answer, json: leads.map((lead) => ({ ...lead, voucher_value: '0' })) })
  })
  await agent.opens()
  await agent.continuesWithFirstLead()
  await agent.offer('Basic Broadband').check()
  await expect(agent.summary('Order summary')).toContainText('£1,294')
  await expect(agent.field('Discount')).toBeHidden()
})

test('going back and coming again keeps everything', async ({ agent, office }) => {
  await agent.startsSale()
  await agent.offer('Standard Fiber').check()
  await agent.field('Discount').fill('250')
  await agent.press('Continue to Contract')
  await agent.field('First name').fill('Petra')
  await agent.confirmsCustomer()
  await agent.signs()
  const ink = await agent.seesInk()

  for (const step of [3, 2, 1]) {
    await agent.press('Back')
    await agent.seesStep(step)
  }
  await expect(agent.lead('6 Mill Road')).toBeChecked()
  await expect(agent.summary('Selected Lead')).toContainText('6 Mill Road')
  await agent.press('Continue with Lead')
  await expect(agent.offer('Standard Fiber')).toBeChecked()
  await expect(agent.field('Discount')).toHaveValue('250')
  await agent.press('Continue to Contract')
  await expect(agent.field('First name')).toHaveValue('Petra')
  await expect(agent.field('ID number')).toHaveValue('19800101-1234')
  await agent.press('Continue')
  await agent.seesStep(4)
  await expect.poll(() => agent.seesInk()).toBeCloseTo(ink, 0)
  expect(await office.rows('opportunities?select=id')).toHaveLength(1)
})

test('two quick taps are one sale', async ({ agent, office }) => {
  await agent.opens()
  await agent.syncsLeads()
  await agent.leads.first().check()
  await agent.button('Continue with Lead').dblclick()
  await agent.seesStep(2)
  await agent.choosesPackage('Basic Broadband')
  await agent.field('ID number').fill('1')
  await agent.button('Continue').dblclick()
  await agent.seesStep(4)
  await agent.signs()
  await agent.button('Submit Order').dblclick()
  await agent.seesStep(5)
  await agent.sees('Order submitted')
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
})

test('a lead that was won can be looked at, but not sold again', async ({ agent, office }) => {
  await office.syncsLeads()
  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'closed-won' })
  await agent.opens()
  await agent.lead('6 Mill Road').check()
  await expect(agent.summary('Selected Lead')).toContainText('£4,500 voucher')
  await agent.press('Continue with Lead')
  await agent.isTold('Already sold: This lead was won before')
  await agent.seesStep(1)
})

test('a lead that another agent wins while it is looked at is not sold again', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.opens()
  await agent.lead('6 Mill Road').check()
  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'closed-won' })
  const { page } = agent
  const status = page.getByRole('radiogroup', { name: 'Leads' }).locator(`text=/^(Won|Qualified)$/`)
  await expect(status).toHaveText('Won')
  await agent.press('Continue with Lead')
  await agent.isTold('Already sold: This lead was won before')
  await agent.seesStep(1)

  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'qualified' })
  await expect(status).toHaveText('Qualified')
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
})

test('a lead that a colleague wins before Submit Order is not sold again', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.opens()
  await agent.lead('6 Mill Road').check()
  await agent.press('Continue with Lead')
  await agent.choosesPackage('Basic Broadband')
  await agent.confirmsCustomer()
  await agent.signs()
  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'closed-won' })
  await expect.poll(() => agent.page.evaluate(statusesOnPhone)).toContain('6 Mill Road: closed-won')
  await agent.press('Submit Order')
  await agent.isTold('Already sold: This lead was won before')
  await agent.seesStep(4)
})

/** Runs in the page: every lead that the phone keeps, with its status. */
async function statusesOnPhone(): Promise<string[]> {
  const opening = indexedDB.open('doorstep')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const reading = opening.result.transaction('leads').objectStore('leads').getAll()
  await new Promise((resolve) => reading.addEventListener('success', resolve))
  opening.result.close()
  return reading.result.map(({ street_address, status }) => `${street_address}: ${status}`)
}

test('a lead that was sold without a line is not sold again before it is back', async ({
  agent,
  context,
}) => {
  await agent.getsReadyForTheRoad()
  await context.setOffline(true)
  await agent.sells('Basic Broadband')
  await agent.press('Start New Sale')
  await agent.seesStep(1)
  await agent.leads.first().check()
  await agent.press('Continue with Lead')
  await agent.isTold('Already sold: This lead was won before')
})

test('a lead whose sale the server has not heard of is won in the list, also after a reload', async ({
  agent,
}) => {
  await agent.opens()
  await agent.syncsLeads()
  await agent.page.route('**/rest/v1/opportunities*', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await agent.sells('Basic Broadband')
  await agent.press('Start New Sale')
  const sold = agent.page.locator('[data-row="0"]').locator('..')
  await expect(sold).toContainText('Won')
  await agent.page.reload()
  await expect(sold).toContainText('Won')
  await agent.page.getByLabel('Status').selectOption('New')
  await expect(agent.leads.first()).toBeVisible()
  await expect(agent.page.getByRole('radiogroup', { name: 'Leads' })).not.toContainText('Won')
})

test('a lead whose sale was sent stays won after a reload, though the phone was told of no change', async ({
  agent,
  context,
}) => {
  await agent.getsReadyForTheRoad()
  await context.setOffline(true)
  await agent.sells('Basic Broadband')
  await agent.page.route('**/realtime/v1/changes*', (route) => route.abort())
  await context.setOffline(false)
  await agent.sees('Order submitted')
  await agent.press('Start New Sale')
  await agent.seesStep(1)
  await agent.page.reload()
  await agent.leads.first().check()
  await agent.press('Continue with Lead')
  await agent.isTold('Already sold: This lead was won before')
})

test('a lead stays as far as its unfinished sale after a reload, though the phone was told of no change', async ({
  agent,
  office,
}) => {
  await agent.getsReadyForTheRoad()
  await agent.page.route('**/realtime/v1/changes*', (route) => route.abort())
  await agent.page.reload()
  const name = await agent.continuesWithFirstLead()
  await agent.choosesPackage('Basic Broadband')
  await expect
    .poll(() => office.rows(`leads?street_address=eq.${name}&select=status`))
    .toEqual([{ status: 'qualified' }])
  await agent.sees('No connection. Keep selling: everything is saved on this phone.')
  await agent.page.reload()
  for (const step of [3, 2]) {
    await agent.seesStep(step)
    await agent.press('Back')
  }
  await expect(agent.lead(name).locator('..')).toContainText('Qualified')
})

test('a lead that the office opened again stays open on a phone that hears late that its sale was taken', async ({
  agent,
  context,
  office,
}) => {
  await agent.getsReadyForTheRoad()
  const name = (await agent.leads.first().getAttribute('aria-label')) ?? ''
  const lead = `leads?street_address=eq.${name}`
  await context.route(WRITES, async (route) => {
    if (!route.request().postData()?.includes('closed-won')) return route.continue()
    await route.fetch()
    await agent.page.close()
  })
  const died = agent.page.waitForEvent('close')
  await agent.sells('Basic Broadband').catch(() => {})
  await died
  await expect.poll(() => office.rows(`${lead}&select=status`)).toEqual([{ status: 'closed-won' }])
  await office.changes(lead, { status: 'new' })

  const told = Promise.withResolvers<void>()
  await context.unroute(WRITES)
  await context.route(WRITES, (route) => told.promise.then(() => route.continue()))
  const again = new Agent(await context.newPage())
  await again.opens()
  await again.press('Start New Sale')
  const rowOf = (lead: string) => again.lead(lead).locator('..')
  await office.changes('leads?street_address=eq.12 Kirk Wynd', { status: 'qualified' })
  await expect(rowOf('12 Kirk Wynd')).toContainText('Qualified')
  told.resolve()
  await again.press('My Opportunities')
  await again.opensTicks()
  await again.sees(/receipt checked$/)
  await expect(rowOf(name)).toContainText('New')
  await again.page.reload()
  await expect(rowOf(name)).toContainText('New')
})

test('a slow double tap finishes one step, not two', async ({ agent, office }) => {
  await agent.reachesContract()
  await agent.signs()
  await tapsTwice(agent, 'Back', 3)
  await agent.seesStep(3)
  await agent.press('Back')
  await tapsTwice(agent, 'Continue to Contract', 3)
  await agent.seesStep(3)
  await tapsTwice(agent, 'Continue', 4)
  await agent.seesStep(4)
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'qualified' }])
})

test('at another household nothing of the one before stays, here or at the server', async ({
  agent,
  office,
}) => {
  await agent.reachesContract()
  for (const step of [3, 2, 1]) {
    await agent.press('Back')
    await agent.seesStep(step)
  }
  await agent.lead('12 Kirk Wynd').check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  const ofCustomer = 'customer_location,customer_name,customer_email,customer_phone'
  await expect
    .poll(() => office.rows(`opportunities?select=${ofCustomer}`))
    .toEqual([
      {
        customer_location: '12 Kirk Wynd, Greenfield Valley, TD16 6RD',
        customer_name: null,
        customer_email: null,
        customer_phone: null,
      },
    ])
})

test('what was typed for one household never shows at another, and comes back with its lead', async ({
  agent,
}) => {
  await agent.reachesCustomer()
  await agent.field('First name').fill('Petra')
  await agent.field('ID number').fill('19800101-1234')
  await goesBackTo(agent, '12 Kirk Wynd')
  await agent.press('Continue to Contract')
  await agent.isTold('Details pre-filled')
  await expect(agent.field('First name')).not.toHaveValue(/^(Petra|Peter)?$/)
  await expect(agent.field('ID number')).toHaveValue('')
  await agent.field('ID number').fill('19900202-5678')

  await goesBackTo(agent, '6 Mill Road')
  await agent.page.reload()
  await agent.seesStep(2)
  await agent.press('Continue to Contract')
  await expect(agent.field('First name')).toHaveValue('Petra')
  await expect(agent.field('Last name')).toHaveValue('Braithwaite')
  await expect(agent.field('ID number')).toHaveValue('19800101-1234')
})

async function goesBackTo(agent: Agent, lead: string): Promise<void> {
  for (const step of [2, 1]) {
    await agent.press('Back')
    await agent.seesStep(step)
  }
  await agent.lead(lead).check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
}

test('the discount of another tab is the one that is seen', async ({ agent, context }) => {
  await agent.startsSale()
  await agent.offer('Standard Fiber').check()
  await agent.field('Discount').fill('200')
  await agent.field('Discount').blur()
  const second = new Agent(await context.newPage())
  await second.opens()
  await second.press('Take over')
  await second.field('Discount').fill('300')
  await expect(agent.summary('Order summary')).toContainText('£300')
  await expect(agent.field('Discount')).toHaveValue('300')
})

/** The second tap comes when the next step stands there already. */
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
