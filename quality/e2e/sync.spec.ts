import type { Route } from '@playwright/test'
import { logEntries } from './back-office-page.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

test('shows a running sync to anyone who opens the page, and cancels it', async ({
  agent,
  doorstep,
  office,
}) => {
  await doorstep.holdLeads()
  const cancelled = expect(office.syncsLeads()).rejects.toThrow('cancelled')
  await agent.opens('/admin/ghl')
  await expect(agent.page.getByRole('progressbar', { name: 'Leads synced' })).toHaveAttribute(
    'aria-valuetext',
    '10 of 40 leads',
  )
  await agent.page.reload()
  await agent.sees('10 of 40 leads')
  await agent.press('Cancel')
  await agent.sees('Cancelled after 10 of 40 leads')
  await cancelled
})

test('shows the progress of a long sync and cancels it', async ({ agent, doorstep }) => {
  await doorstep.holdLeads()
  await agent.opens()
  await agent.press('Sync GHL')
  await agent.sees('10 of 40 leads')
  await agent.seesStep(1)
  await agent.page.reload()
  await agent.sees('10 of 40 leads')
  await agent.press('Cancel')
  await expect(agent.page.getByText('10 of 40 leads')).toBeHidden()
})

test('shows the same sync after Back, and says so if it cannot be cancelled', async ({
  agent,
  doorstep,
  office,
}) => {
  await office.syncsLeads()
  await agent.opens()
  await agent.hasWholeApp()
  await doorstep.holdLeads()
  await agent.press('Sync GHL')
  await agent.sees('10 of 40 leads')
  await agent.continuesWithFirstLead()
  await agent.press('Back')
  await agent.seesStep(1)
  await agent.sees('10 of 40 leads')
  await expect(agent.button('Sync GHL')).toBeDisabled()

  const refuse = (route: Route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { message: 'The database is away' } })
      : route.fallback()
  await agent.page.route('**/back-office/lead-pull', refuse)
  await agent.press('Cancel')
  await agent.seesToast('Couldn’t cancel: The database is away')
  await agent.page.unroute('**/back-office/lead-pull', refuse)
  await agent.press('Cancel')
  await expect(agent.button('Sync GHL')).toBeEnabled()
})

test('names the sale and the day of each entry in the sync log', async ({ agent, office }) => {
  const unnamed = 'sale_1763779643123_x7k2p9q1z'
  await office.syncsLeads()
  await office.creates('opportunities', { session_id: unnamed, status: 'open' })
  await office.creates('opportunities', {
    session_id: 'sale_2_b',
    status: 'qualified',
    customer_name: 'Isla Turnbull',
  })
  const log = logEntries(agent)
  await agent.page.route('**/ghl_sync_log*', async (route) => {
    const entries = await (await route.fetch()).json()
    const old = { ...entries.at(-1), id: 0, created_at: '2026-03-05T14:05:09Z' }
    await route.fulfill({ json: [...entries, old] })
  })
  await agent.opens('/admin/ghl')
  await expect(log.filter({ hasText: 'Isla Turnbull' }).last()).toContainText('create_opportunity')
  await expect(log.filter({ hasText: 'sale_…23_x7k2p9q1z' }).last()).toContainText('create_opportunity')
  await expect(log.filter({ hasText: 'No sale' }).first()).toContainText('sync_leads')
  await expect(log.last()).toContainText('5 Mar, 14:05')
})

test('adds the work of others to the sync log: as a table if there is room, and in full on a phone', async ({
  agent,
  office,
}) => {
  await agent.opens('/admin/ghl')
  const log = logEntries(agent)
  await expect(agent.summary('Sync log')).toContainText('Nothing has passed')
  await office.syncsLeads()
  await expect(log).toContainText(['sync_leads'])
  for (const session_id of ['sale_1_a', 'sale_2_b'])
    await office.creates('opportunities', { session_id, status: 'open' })
  for (let sync = 0; sync < 11; sync++) await office.syncsLeads()
  await expect(log).toHaveCount(14)
  const lastEndsInside = () =>
    log.last().evaluate((last) => {
      const frame = last.closest('section')?.getBoundingClientRect()
      return last.getBoundingClientRect().bottom <= (frame?.bottom ?? 0) + 1
    })
  expect(await lastEndsInside()).toBe(true)

  await agent.page.setViewportSize({ width: 1280, height: 800 })
  await expect(log.filter({ hasText: 'Sale created (open)' })).toHaveCount(2)
  const { headings, cells } = await agent.summary('Sync log').evaluate((section) => {
    const lefts = (selector: string) =>
      [...section.querySelectorAll(selector)].map((cell) => Math.round(cell.getBoundingClientRect().left))
    return { headings: lefts('th'), cells: lefts('td') }
  })
  expect(headings).toHaveLength(5)
  expect(cells).toHaveLength(14 * 5)
  for (const [index, left] of cells.entries()) expect(left).toBe(headings[index % 5])
})
