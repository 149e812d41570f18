import { PICTURE } from '#server/evidence/signings.testing.ts'
import { REFUSED } from './back-office-page.ts'
import { barriersInViews } from './barriers.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

test('counts the sales of a period, and each figure leads to the sales that it counts', async ({
  agent,
  office,
  page,
}) => {
  await agent.opens('/admin')
  const figures = page.getByRole('region', { name: 'Sales', exact: true })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await agent.sees('Nothing is waiting for you.')
  await agent.sees('No sales won in this period.')
  expect(await barriersInViews(page)).toEqual([])

  await office.creates('opportunities', { session_id: 'sale_1', status: 'open', customer_name: 'Ada King' })
  await office.creates('opportunities', {
    session_id: 'sale_2',
    status: 'qualified',
    customer_name: 'Bo Lane',
  })
  await page.getByLabel('Period').selectOption('Today')
  await expect(figures.getByRole('link', { name: 'All sales' })).toHaveText('All sales20 before')
  await expect(page).toHaveURL('/admin#days=1')
  await figures.getByRole('link', { name: 'Qualified' }).click()
  await expect(page.getByRole('region', { name: 'Sales found' }).getByRole('listitem')).toHaveText([
    /Bo Lane/,
  ])
  await expect(page.getByLabel('Status')).toHaveValue('qualified')

  await page.goBack()
  await expect(page.getByLabel('Period')).toHaveValue('1')
  await expect(figures.getByRole('link', { name: 'Qualified' })).toHaveText('Qualified10 before')
})

test('shows the days with won sales, and the tasks that wait for the office', async ({
  agent,
  doorstep,
  office,
  page,
}) => {
  await doorstep.failCrm(REFUSED)
  const sold = { service_monthly_price: 49, service_installation_price: 4188.5, total_value: 4237.5 }
  await office.creates('opportunities', { session_id: 'sale_1', status: 'open', ...sold })
  await office.changes('opportunities?session_id=eq.sale_1', {
    status: 'closed-won',
    contract_signature: `data:image/png;base64,${PICTURE}`,
    contract_timestamp: new Date().toISOString(),
  })
  await expect.poll(() => office.rows('ghl_sync_log?select=id')).not.toEqual([])
  await agent.opens('/admin')
  const waiting = page.getByRole('region', { name: 'Needs attention', exact: true })
  await expect(waiting.getByRole('link', { name: /Deliver(y|ies) that failed/ })).toHaveAttribute(
    'href',
    '/admin/ghl',
  )
  const days = page.getByRole('region', { name: 'Won sales per day', exact: true })
  await expect(days.getByRole('listitem')).toHaveText([/1 sale · £4,237\.50/])
  expect(await barriersInViews(page)).toEqual([])
  await days.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Sales found' }).getByRole('listitem')).toHaveText([/Won/])
  await page.goBack()
  await expect(days.getByRole('link')).toBeFocused()
})

test('says if the figures of a period could not be read, and does not show another period’s', async ({
  agent,
  page,
}) => {
  await agent.opens('/admin')
  await expect(page.getByRole('link', { name: 'All sales' })).toBeVisible()
  await page.route('**/summary?*', (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }))
  await page.getByLabel('Period').selectOption('Last 7 days')
  await agent.sees('The figures for this period could not be loaded.')
  await expect(page.getByRole('link', { name: 'All sales' })).toBeHidden()
  await page.unroute('**/summary?*')
  await agent.press('Retry')
  await expect(page.getByRole('link', { name: 'All sales' })).toBeVisible()
})
