import type { BrowserContext, Route } from '@playwright/test'
import { Agent } from './agent.ts'
import type { DataApi } from './data-api.ts'
import { expect, test } from './story.ts'

const TOO_MUCH =
  'There are 1,000,000 leads and 500,000 opportunities here. A phone keeps at most 20,000 of each, so choose the area you work in.'

const SERVER = ['**/rest/v1/**', '**/functions/v1/**', '**/realtime/v1/**']

test.beforeEach(async ({ agent, office }) => {
  for (const area of ['Kirkmuir', 'Thornbeck']) {
    const [lead] = await office.rows(`leads?select=id&area=eq.${area}&limit=1`)
    const sale = { session_id: `sale in ${area}`, status: 'open', customer_location: `Here, ${area}` }
    await office.creates('opportunities', { ...sale, lead_id: lead?.id })
  }
  await agent.page.route('**/functions/v1/territory', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), leads: 1_000_000, sales: 500_000 } })
  })
})

test('asks for an area if there is more than a phone can keep, follows it and changes it', async ({
  agent,
  office,
  context,
}) => {
  await agent.opens()
  await agent.sees(TOO_MUCH)
  await test.step('shows the counts of the server in the tracker before an area is chosen', async () => {
    await agent.press('My Opportunities')
    await expect(agent.dialog.getByRole('definition').first()).toHaveText('2')
    await agent.sees('Choose your area in the list of leads to see its opportunities.')
    await agent.press('Close')
  })
  await expect(agent.button('Show this area')).toBeDisabled()
  await choosesArea(agent, 'Kirkmuir (9 leads)')
  await agent.sees('Leads in Kirkmuir')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '9')

  await agent.press('My Opportunities')
  await agent.sees('Opportunities in Kirkmuir')
  await expect(agent.dialog.getByRole('tab', { name: 'All 1' })).toBeVisible()
  await expect(agent.dialog.getByRole('article')).toContainText('Here, Kirkmuir')
  await agent.press('Close')
  await test.step('keeps the chosen area, follows it and changes it', () => keepsArea(agent, office))
  await test.step('asks for the areas once if Change area is pressed twice while they load', () =>
    asksOnce(agent))
  await test.step('shows no lead of the old area if the connection ends while changing it', () =>
    showsNoOldLead(agent, context))
})

async function keepsArea(agent: Agent, office: DataApi): Promise<void> {
  await agent.opens()
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '9')
  await agent.field('Status').selectOption('Qualified')
  await agent.sees('No door has the status Qualified.')
  await office.changes('leads?area=in.(Kirkmuir,Thornbeck)', { status: 'qualified' })
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '9')

  await agent.field('Status').selectOption('All')
  await agent.press('Change area')
  await choosesArea(agent, 'Thornbeck (16 leads)')
  await agent.sees('Leads in Thornbeck')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '16')
}

async function asksOnce(agent: Agent): Promise<void> {
  const held: (() => void)[] = []
  const hold = async (route: Route) => {
    await new Promise<void>((release) => held.push(release))
    await route.fallback()
  }
  await agent.page.route('**/functions/v1/territory', hold)
  await agent.press('Change area')
  await agent.button('Change area').click({ force: true })
  await expect.poll(() => held.length).toBe(1)
  held[0]?.()
  await choosesArea(agent, 'Kirkmuir (9 leads)')
  await agent.sees('Leads in Kirkmuir')
  expect(held).toHaveLength(1)
  await agent.page.unroute('**/functions/v1/territory', hold)
}

async function showsNoOldLead(agent: Agent, context: BrowserContext): Promise<void> {
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '9')
  await agent.press('Change area')
  await agent.field('Area').selectOption('Thornbeck (16 leads)')
  for (const path of SERVER) await context.route(path, (route) => route.abort())
  await agent.press('Show this area')
  await agent.sees('Error loading leads: no connection to the server')

  await agent.opens()
  await agent.sees('Leads in Thornbeck')
  await agent.sees('Error loading leads: no connection to the server')
  await expect(agent.leads).toHaveCount(0)
  for (const path of SERVER) await context.unroute(path)
  await agent.press('Retry')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '16')
}

test('stores nothing of the old area from a tab that still follows it', async ({
  agent,
  context,
  office,
}) => {
  await agent.opens()
  await choosesArea(agent, 'Kirkmuir (9 leads)')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '9')
  const second = new Agent(await context.newPage())
  await second.opens()
  await expect(second.leads.first()).toHaveAttribute('aria-setsize', '9')
  await agent.press('Change area')
  await choosesArea(agent, 'Thornbeck (16 leads)')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '16')
  await office.changes('leads?area=eq.Kirkmuir', { status: 'qualified' })
  const listOfSecond = second.page.getByRole('radiogroup', { name: 'Leads' })
  await expect(listOfSecond.getByText('Qualified').first()).toBeVisible()

  await agent.opens()
  await agent.sees('Leads in Thornbeck')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '16')
  await office.changes('leads?area=eq.Thornbeck', { status: 'contacted' })
  // The reload may have given the write lock to the other tab, and without it the filter is disabled.
  await second.page.close()
  await agent.field('Status').selectOption('Contacted')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '16')
})

test('asks for an area if the one taken automatically is no longer the only one', async ({ agent }) => {
  const areas = await hasOnlyKirkmuir(agent)
  await agent.opens()
  await agent.sees('Leads in Kirkmuir')
  await agent.opens()
  await agent.sees('Leads in Kirkmuir')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '9')

  areas.push({ area: 'Thornbeck', leads: 1, sales: 0 })
  await agent.opens()
  await agent.sees(TOO_MUCH)
  await choosesArea(agent, 'Thornbeck (1 lead)')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '16')
})

test('takes the only area even if it is too large, and keeps it once it is chosen by hand', async ({
  agent,
  office,
}) => {
  const areas = await hasOnlyKirkmuir(agent)
  await agent.opens()
  await agent.sees('Leads in Kirkmuir')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '9')
  await agent.press('Change area')
  await agent.sees(TOO_MUCH)
  await choosesArea(agent, 'Kirkmuir (1,000,000 leads)')
  await agent.sees('Leads in Kirkmuir')

  areas.push({ area: 'Thornbeck', leads: 1, sales: 0 })
  await agent.opens()
  await agent.field('Status').selectOption('Qualified')
  await agent.sees('No door has the status Qualified.')
  await office.changes('leads?area=eq.Kirkmuir', { status: 'qualified' })
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '9')
  await agent.sees('Leads in Kirkmuir')
})

/** Makes the server answer with one area. Returns the list of areas, to which a test can add. */
async function hasOnlyKirkmuir(agent: Agent) {
  const areas = [{ area: 'Kirkmuir', leads: 1_000_000, sales: 0 }]
  await agent.page.route('**/functions/v1/territory', (route) =>
    route.fulfill({ json: { leads: 1_000_000, sales: 500_000, areas } }),
  )
  return areas
}

async function choosesArea(agent: Agent, name: string): Promise<void> {
  await agent.field('Area').selectOption(name)
  await agent.press('Show this area')
}
