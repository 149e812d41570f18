import type { Page } from '@playwright/test'
import type { DataApi } from './data-api.ts'
import { type Agent, expect, test } from './story.ts'

/** The scripts of the later steps. */
const STEPS = '**/assets/steps-*'
const WHOLE_SHEET = '**/assets/style-*.css'
const NOT_LOADED = 'This part of Doorstep couldn’t be loaded. Your sale is saved on this phone.'
const WAITS = 'Signed and saved on this phone, not yet submitted'

test('resumes at the same step with everything entered, sends later, and starts the next sale empty', async ({
  agent,
  office,
}) => {
  const reload = async (step: number) => {
    await agent.page.reload()
    await agent.seesStep(step)
  }
  await agent.opens()
  await agent.seesAllLeads()
  await agent.lead('12 Kirk Wynd').check()
  await expect(agent.summary('Selected Lead')).toContainText('12 Kirk Wynd')
  await agent.phoneKeeps({ lead: expect.objectContaining({ street_address: '12 Kirk Wynd' }) })
  await reload(1)
  await expect(agent.lead('12 Kirk Wynd')).toBeChecked()
  await agent.press('Continue with Lead')

  await agent.seesStep(2)
  await agent.offer('Basic Broadband').check()
  await agent.field('Discount').fill('75')
  await expect(agent.summary('Order summary')).toContainText('£1,219')
  await agent.phoneKeeps({ service: expect.objectContaining({ customerDiscount: 75 }) })
  await reload(2)
  await expect(agent.offer('Basic Broadband')).toBeChecked()
  await expect(agent.field('Discount')).toHaveValue('75')
  await agent.press('Continue to Contract')

  await agent.seesStep(3)
  await agent.field('ID number').fill('19800101-1234')
  await agent.field('Phone').fill('07700 900999')
  await agent.phoneKeeps({
    customer: expect.objectContaining({ idNumber: '19800101-1234', phone: '07700 900999' }),
  })
  await reload(3)
  await expect(agent.field('ID number')).toHaveValue('19800101-1234')
  await expect(agent.field('Phone')).toHaveValue('07700 900999')
  await expect(agent.field('First name')).toHaveValue('Morag')
  await agent.press('Continue')

  await agent.seesStep(4)
  await agent.signs()
  await agent.phoneKeeps({ signature: expect.anything() })
  await reload(4)
  await expect.poll(() => agent.seesInk()).toBeGreaterThan(1)
  await test.step('sends the sale later if it is signed offline', () => sendsLater(agent, office))
  await reload(5)
  await test.step('copies its reference and starts the next one empty', () => startsEmpty(agent, office))
})

async function sendsLater(agent: Agent, office: DataApi): Promise<void> {
  const context = agent.page.context()
  await context.setOffline(true)
  await agent.submits()
  await agent.sees(WAITS)
  await context.setOffline(false)
  await agent.sees('Order submitted')
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
}

async function startsEmpty(agent: Agent, office: DataApi): Promise<void> {
  await agent.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const [first] = await office.rows('opportunities?select=session_id,contract_timestamp')
  const reference = `TEL-${String(Date.parse(String(first?.contract_timestamp))).slice(-6)}`
  await agent.sees(reference)
  await agent.press('Copy order reference')
  await agent.seesToast(`Copied: ${reference}`)
  expect(await agent.page.evaluate(() => navigator.clipboard.readText())).toBe(reference)
  await expect(agent.page.getByRole('listitem')).toContainText([/3-5 business days/, /2-4 weeks/, /./])

  await agent.press('Start New Sale')
  await agent.seesStep(1)
  await expect(agent.summary('Selected Lead')).toContainText('Tap a door to start.')
  await agent.lead('6 Mill Road').check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await expect(agent.page.getByRole('radio', { checked: true })).toHaveCount(0)
  await agent.choosesPackage('Basic Broadband')
  await expect(agent.field('First name')).toHaveValue('Peter')
  await expect(agent.field('ID number')).toHaveValue('')
  await expect
    .poll(() => office.rows('opportunities?select=session_id,status&order=created_at.desc'))
    .toEqual([
      { session_id: expect.stringMatching(/^sale_\d+_\w+$/), status: 'qualified' },
      { session_id: first?.session_id, status: 'closed-won' },
    ])
}

test('says that an order is being sent while the connection is slow', async ({ agent, page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/opportunities?*', async (route) => {
    if (route.request().method() === 'PATCH' && route.request().postData()?.includes('closed-won'))
      await promise
    await route.continue()
  })
  await agent.opens()
  await agent.seesAllLeads()
  await agent.sells('Standard Fiber')
  await agent.sees('We’re sending it. You can carry on meanwhile.')
  resolve()
  await agent.sees('Order submitted')
})

test('notices that the server is gone, continues, and submits once it returns', async ({
  agent,
  doorstep,
  office,
}) => {
  await agent.startsSale()
  await agent.hasWholeApp()
  await doorstep.kill()
  await agent.sees('You’re offline. Carry on: everything is saved on this phone.')
  await agent.choosesPackage('Premium Fiber')
  await agent.confirmsCustomer()
  await agent.signs()
  await agent.submits()
  await agent.sees(WAITS)
  await agent.sees('We’ll send it as soon as you’re back online.')
  await agent.press('My Opportunities')
  await expect(agent.dialog.getByRole('article')).toContainText('Waiting for a connection')
  await expect(agent.page.getByText('Error loading opportunities')).toBeHidden()
  await agent.press('Close')

  await doorstep.restart()
  await expect(agent.page.getByText('Order submitted')).toBeVisible()
  await expect(agent.page.getByText(WAITS)).toBeHidden()
  await expect(agent.page.getByText(/^You’re offline/)).toBeHidden()
  await expect(agent.page.getByText(/^Error loading/)).toBeHidden()
  expect(await office.rows('opportunities?select=status,service_package_name,customer_name')).toEqual([
    { status: 'closed-won', service_package_name: 'Premium Fiber', customer_name: 'Peter Braithwaite' },
  ])
})

test('reloads the page automatically if a part of the app failed to load, and then offers Retry', async ({
  agent,
}) => {
  const { page } = agent
  await agent.opens()
  await page.route(WHOLE_SHEET, (route) => route.abort())
  await page.reload()
  await agent.sees(NOT_LOADED)
  await page.unroute(WHOLE_SHEET)
  await agent.press('Retry')
  await agent.seesAllLeads()
  await test.step('goes on to the next step if loading it earlier failed', async () => {
    await leavesPage(page)
    const letStepsCome = await keepsStepsAway(page)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/steps-'))
    await agent.opens()
    await agent.seesAllLeads()
    await failed
    letStepsCome()
    await agent.continuesWithFirstLead()
    await expect(agent.offer('Basic Broadband')).toBeVisible()
    await agent.press('Back')
    await agent.seesStep(1)
  })
  await test.step('returns to the sale by Retry if the next step cannot be loaded', async () => {
    await leavesPage(page)
    const letStepsCome = await keepsStepsAway(page)
    await agent.opens()
    await agent.seesAllLeads()
    const loadedAgain = page.waitForEvent('load')
    await agent.press('Continue with Lead')
    await loadedAgain
    await agent.sees(NOT_LOADED)
    letStepsCome()
    await agent.press('Retry')
    await agent.seesStep(2)
    await expect(agent.offer('Basic Broadband')).toBeVisible()
  })
})

test('says in the back office that a part failed to load, and offers Retry', async ({ agent }) => {
  const { page } = agent
  const LEADS_PAGE = '**/assets/back-office-leads-page-*'
  await agent.opens('/admin/leads')
  await page.route(LEADS_PAGE, (route) => route.abort())
  await page.reload()
  await agent.sees('This part of the back office couldn’t be loaded.')
  await page.unroute(LEADS_PAGE)
  await agent.press('Retry')
  await expect(page.getByRole('heading', { name: 'Import' })).toBeVisible()
})

/** Opening the address of the open page may count as reloading it, which happens automatically only once. */
const leavesPage = (page: Page) => page.goto('about:blank')

/**
 * Aborts the scripts of the later steps until the returned function is called. `unroute` could break other calls at
 * that moment, such as the one that finds the server.
 */
async function keepsStepsAway(page: Page): Promise<() => void> {
  let areAway = true
  await page.route(STEPS, (route) => (areAway ? route.abort() : route.continue()))
  return () => {
    areAway = false
  }
}
