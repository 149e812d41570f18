import type { Route } from '@playwright/test'
import { Agent } from './agent.ts'
import type { DataApi } from './data-api.ts'
import { expect, test } from './story.ts'

const WRITES = '**/rest/v1/opportunities?session_id*'

test('refuses a lead that another agent has won, on step 1 or before Submit Order', async ({
  agent,
  office,
}) => {
  await agent.opens()
  await agent.lead('6 Mill Road').check()
  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'closed-won' })
  const { page } = agent
  const status = page.getByRole('radiogroup', { name: 'Leads' }).locator(`text=/^(Won|Qualified)$/`)
  await expect(status).toHaveText('Won')
  const muted = /button-inactive/
  await expect(agent.button('Continue with Lead')).toHaveClass(muted)
  await agent.press('Continue with Lead')
  await agent.seesToast('Already sold: This lead was won before')
  await agent.seesStep(1)
  await test.step('after a reload too', async () => {
    await agent.page.reload()
    await agent.lead('6 Mill Road').check()
    await expect(agent.summary('Selected Lead')).toContainText('£4,500 voucher')
    await agent.press('Continue with Lead')
    await agent.seesToast('Already sold: This lead was won before')
    await agent.seesStep(1)
  })

  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'qualified' })
  await expect(status).toHaveText('Qualified')
  await expect(agent.button('Continue with Lead')).not.toHaveClass(muted)
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await agent.choosesPackage('Basic Broadband')
  await agent.confirmsCustomer()
  await agent.signs()
  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'closed-won' })
  await expect.poll(() => agent.page.evaluate(statusesOnPhone)).toContain('6 Mill Road: closed-won')
  const why = agent.page.getByText('Leave this sale, or go back and choose another lead.')
  await expect(why).toBeVisible()
  await agent.press('Submit Order')
  await agent.seesToast('Already sold: This lead was won before')
  await agent.seesStep(4)
  await expect(why).toBeVisible()
})

test('shows and refuses a lead that this phone has sold, unsent or without the stream, even after a reload', async ({
  agent,
  context,
  office,
}) => {
  await agent.getsReadyToGoOffline()
  await context.setOffline(true)
  await agent.sells('Basic Broadband')
  await agent.press('Start New Sale')
  await agent.seesStep(1)
  await isRefused(agent)

  await agent.page.route('**/realtime/v1/changes*', (route) => route.abort())
  const holdBack = (route: Route) => (route.request().method() === 'GET' ? route.continue() : route.abort())
  await agent.page.route('**/rest/v1/opportunities*', holdBack)
  await context.setOffline(false)
  await test.step('as won before the sale is sent', async () => {
    const sold = agent.page.locator('[data-row="0"]').locator('..')
    await expect(sold).toContainText('Won')
    await agent.page.reload()
    await expect(sold).toContainText('Won')
    await agent.field('Status').selectOption('New')
    await expect(agent.leads.first()).toBeVisible()
    await expect(agent.page.getByRole('radiogroup', { name: 'Leads' })).not.toContainText('Won')
    await agent.field('Status').selectOption('All')
  })
  expect(await office.rows('opportunities?status=eq.closed-won')).toEqual([])
  await agent.page.unroute('**/rest/v1/opportunities*', holdBack)
  await expect.poll(() => office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
  await agent.press('My Opportunities')
  await agent.opensTicks()
  await agent.sees(/receipt checked$/)
  await agent.page.reload()
  await isRefused(agent)
  await test.step('as qualified once the next sale has begun', () => keepsQualified(agent, office))
})

async function isRefused(agent: Agent): Promise<void> {
  await agent.leads.first().check()
  await agent.press('Continue with Lead')
  await agent.seesToast('Already sold: This lead was won before')
  await agent.seesStep(1)
}

async function keepsQualified(agent: Agent, office: DataApi): Promise<void> {
  const name = '12 Kirk Wynd'
  await agent.lead(name).check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await agent.choosesPackage('Basic Broadband')
  await expect
    .poll(() => office.rows(`leads?street_address=eq.${name}&select=status`))
    .toEqual([{ status: 'qualified' }])
  await agent.page.reload()
  for (const step of [3, 2]) {
    await agent.seesStep(step)
    await agent.press('Back')
  }
  await expect(agent.lead(name).locator('..')).toContainText('Qualified')
}

test('keeps a reopened lead open if the acknowledgement of its sale arrives late', async ({
  agent,
  context,
  office,
}) => {
  await agent.getsReadyToGoOffline()
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

  const acknowledged = Promise.withResolvers<void>()
  await context.unroute(WRITES)
  await context.route(WRITES, (route) => acknowledged.promise.then(() => route.continue()))
  const again = new Agent(await context.newPage())
  await again.opens()
  await again.press('Start New Sale')
  const rowOf = (lead: string) => again.lead(lead).locator('..')
  await office.changes('leads?street_address=eq.12 Kirk Wynd', { status: 'qualified' })
  await expect(rowOf('12 Kirk Wynd')).toContainText('Qualified')
  acknowledged.resolve()
  await again.press('My Opportunities')
  await again.opensTicks()
  await again.sees(/receipt checked$/)
  await expect(rowOf(name)).toContainText('New')
  await again.page.reload()
  await expect(rowOf(name)).toContainText('New')
})

/** Runs in the page: returns every stored lead with its status. */
async function statusesOnPhone(): Promise<string[]> {
  const opening = indexedDB.open('doorstep')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const reading = opening.result.transaction('leads').objectStore('leads').getAll()
  await new Promise((resolve) => reading.addEventListener('success', resolve))
  opening.result.close()
  return reading.result.map(({ street_address, status }) => `${street_address}: ${status}`)
}
