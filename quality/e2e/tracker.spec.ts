import type { DataApi } from './data-api.ts'
import { type Agent, expect, test } from './story.ts'

const EMPTY = {
  All: 'No opportunities yet. Complete a sales flow to see data here.',
  Open: 'No open opportunities.',
  Qualified: 'No qualified opportunities.',
  Won: 'No won opportunities.',
  Lost: 'No lost opportunities.',
}
const CLOSED = { code: 'upstream', retry: 'later', status: 503, message: 'Closed for lunch' } as const
const CLOSED_ANSWER = '502 Bad Gateway - {"error":"Closed for lunch"}'

test('is empty on each tab, updates counts and total as others sell, and closes on a tap outside', async ({
  agent,
  office,
}) => {
  await agent.opens()
  await agent.hasWholeApp()
  await agent.button('My Opportunities').dblclick()
  await tab(agent, 'Won 0').click()
  await agent.sees(EMPTY.Won)
  for (const [name, sentence] of Object.entries(EMPTY)) {
    await tab(agent, `${name} 0`).click()
    await agent.sees(sentence)
  }
  await seesCounters(agent, { Open: '0', Qualified: '0', Won: '0', 'Total Value': '£0' })
  await tab(agent, 'All 0').click()
  await test.step('updates counts and total as others sell', () => followsOthers(agent, office))
  await expect(async () => {
    await agent.page.mouse.click(10, 10)
    await expect(agent.dialog).toBeHidden({ timeout: 500 })
  }).toPass()
})

async function followsOthers(agent: Agent, office: DataApi): Promise<void> {
  for (const session of ['sale_1_a', 'sale_2_b', 'sale_3_c']) {
    await office.creates('opportunities', { session_id: session, status: 'open', customer_location: session })
  }
  await expect(tab(agent, 'All 3')).toBeVisible()

  await office.changes('opportunities?session_id=eq.sale_2_b', {
    status: 'qualified',
    customer_name: 'Isla Turnbull',
    service_package_name: 'Basic Broadband',
    total_value: 1294,
  })
  await agent.sees('Isla Turnbull')
  await office.changes('opportunities?session_id=eq.sale_3_c', {
    status: 'closed-won',
    total_value: 599.5,
    contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
  })
  await seesCounters(agent, { Open: '1', Qualified: '1', Won: '1', 'Total Value': '£1,893.50' })

  for (const [name, row] of [
    ['Open 1', 'sale_1_a'],
    ['Qualified 1', 'Isla Turnbull'],
    ['Won 1', 'sale_3_c'],
  ] as const) {
    await tab(agent, name).click()
    await expect(agent.dialog.getByRole('article')).toHaveCount(1)
    await expect(agent.dialog.getByRole('article')).toContainText(row)
  }
  await tab(agent, 'Lost 0').click()
  await agent.sees(EMPTY.Lost)
}

test('shows no counts if opportunities fail to load, and retries', async ({ agent, office }) => {
  const sale = { session_id: 'sale_1_a', status: 'open', customer_location: '2 High St', customer_name: ' ' }
  await office.creates('opportunities', sale)
  await agent.page.route('**/rest/v1/opportunities*', (route) =>
    route.fulfill({ status: 500, json: { message: 'the disk is full' } }),
  )
  await agent.opens()
  await opensTracker(agent)
  await agent.sees('Error loading opportunities')
  const counters = agent.dialog.locator('dl')
  await expect(counters).toHaveText('Open–Qualified–Won–Total Value–')
  await agent.page.unroute('**/rest/v1/opportunities*')
  await agent.press('Retry')
  await expect(tab(agent, 'All 1')).toBeVisible()
  await expect(counters).toHaveText('Open1Qualified0Won0Total Value£0')
  await expect(agent.page.getByText('Error loading opportunities')).toBeHidden()
  await test.step('shows the address if the customer name is blank', async () => {
    await expect(agent.dialog.getByRole('article').getByRole('heading')).toHaveText('2 High St')
    await expect(agent.dialog.getByText('2 High St')).toHaveCount(1)
  })
  await test.step('fits a total of millions and an endless name', async () => {
    await office.changes('opportunities?session_id=eq.sale_1_a', {
      status: 'qualified',
      customer_name: ENDLESS_NAME,
      total_value: 12_345_678.5,
    })
    await fitsEndlessSale(agent)
  })
})

async function fitsEndlessSale(agent: Agent): Promise<void> {
  const amounts = agent.dialog.getByText('£12,345,678.50')
  await expect(amounts).toHaveCount(2)
  for (const width of [390, 320, 195]) {
    await agent.page.setViewportSize({ width, height: 844 })
    await expect.poll(() => amounts.evaluateAll(areInTheirBoxes), `at ${width}`).toBe(true)
  }
  const card = agent.dialog.getByRole('article')
  await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThan(400)
  await expect(card.getByRole('heading')).toHaveAttribute('title', ENDLESS_NAME.trim())
}

const ENDLESS_NAME = 'Maximiliane '.repeat(800)

/** Runs in the page: returns whether every text fits between the edges of its box. */
function areInTheirBoxes(elements: Element[]): boolean {
  return elements.every((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    const [inner, outer] = [text.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()]
    return outer !== undefined && inner.left >= outer.left && inner.right <= outer.right
  })
}

test('shows a sale and a change that the CRM refused, and retries them by hand', async ({
  agent,
  doorstep,
}) => {
  await agent.opens()
  await doorstep.failCrm(CLOSED)
  await agent.continuesWithFirstLead()
  await agent.seesToast(
    `GHL sync failed: Saved locally, but not in GHL: GHL API create-opportunity failed: ${CLOSED_ANSWER}`,
  )
  await opensTracker(agent)
  await agent.opensTicks()
  await agent.sees(/^Not in the CRM yet/)
  await agent.press('Retry')
  await agent.seesToast(
    `Failed to create GHL opportunity: GHL API create-opportunity failed: ${CLOSED_ANSWER}`,
  )

  await doorstep.failCrm(null)
  await agent.press('Retry')
  await agent.sees(/^In the CRM since/)
  await expect(agent.button('Retry')).toBeHidden()

  await agent.press('Close')
  await doorstep.failCrm(CLOSED)
  await agent.choosesPackage('Basic Broadband')
  await opensTracker(agent)
  await agent.opensTicks()
  await agent.sees(/^Changes not in the CRM yet/)
  await expect(agent.dialog.getByRole('button', { name: /Server: done/ })).toBeVisible()
  await agent.press('Retry')
  await agent.seesToast(
    `Failed to update GHL opportunity: GHL API update-opportunity failed: ${CLOSED_ANSWER}`,
  )
  await test.step('ignores the second tap on Dismiss if something moves into its place', async () => {
    await doorstep.failCrm({ ...CLOSED, message: 'Closed for lunch. '.repeat(7) })
    await agent.press('Retry')
    await agent.button('Dismiss').dblclick()
    await expect(agent.button('Dismiss')).toBeHidden()
    await expect(tab(agent, 'All 1')).toHaveAttribute('aria-selected', 'true')
  })

  await doorstep.failCrm(null)
  await agent.press('Retry')
  await agent.sees(/^In the CRM since/)
})

test('shows no CRM failure of a finished sale during the next sale', async ({ agent }) => {
  const isOver = Promise.withResolvers<void>()
  const reasons = ['Closed for lunch', 'Closed for tea']
  await agent.page.route('**/ghl-sync?endpoint=create-opportunity', async (route) => {
    const error = reasons.shift()
    await isOver.promise
    await route.fulfill({ status: 502, json: { error } })
  })
  await agent.opens()
  await agent.seesAllLeads()
  await agent.sells('Basic Broadband')
  await agent.press('Start New Sale')
  await agent.seesStep(1)
  isOver.resolve()
  await agent.leads.nth(1).check()
  await agent.press('Continue with Lead')
  await expect(agent.page.getByText(/Closed for tea/)).toBeVisible()
  // Does not wait: a toast would disappear by itself.
  expect(await agent.page.getByText(/Closed for lunch/).count()).toBe(0)
})

test('says so if the phone cannot send a sale again, and shows it as won once submitted', async ({
  agent,
  context,
}) => {
  await agent.getsReadyToGoOffline()
  await context.setOffline(true)
  await agent.continuesWithFirstLead()
  await opensTracker(agent)
  await agent.opensTicks()
  await agent.failsToReadRefusalsOnce()
  await agent.press('Retry')
  await agent.seesToast('Not sent: This phone couldn’t open the sale. Try again')
  await agent.press('Retry')
  await expect(agent.button('Retry')).toBeEnabled()
  await context.setOffline(false)
  await expect(agent.dialog.getByRole('button', { name: /Server: done/ })).toBeVisible()
  await agent.press('Close')

  await test.step('as won, even if the stream has not brought it yet', async () => {
    await agent.page.route('**/realtime/v1/changes*', (route) => route.fulfill({ status: 503 }))
    await context.setOffline(true)
    await agent.choosesPackage('Standard Fiber')
    await agent.confirmsCustomer()
    await agent.signs()
    await agent.submits()
    await context.setOffline(false)
    await agent.sees('Order submitted')
    await agent.press('My Opportunities')
    await expect(agent.page.getByRole('tab', { name: 'Won 1' })).toBeVisible()
  })
})
const tab = ({ page }: Agent, name: string) => page.getByRole('tab', { name, exact: true })

async function opensTracker(agent: Agent): Promise<void> {
  await agent.press('My Opportunities')
  await expect(agent.page.getByRole('dialog', { name: 'Sales Opportunities Tracker' })).toBeVisible()
}

async function seesCounters({ dialog }: Agent, counters: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(counters)) {
    const counter = dialog.locator('dl > div').filter({ has: dialog.page().getByText(name, { exact: true }) })
    await expect(counter.getByRole('definition')).toHaveText(value)
  }
}
