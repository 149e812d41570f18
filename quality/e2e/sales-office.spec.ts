import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { barriersInViews } from './barriers.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

const PAGE = '/admin/sales'
const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Sales found', exact: true }).getByRole('listitem')
const search = (page: Page) => page.getByLabel('Search the sales')

test('finds a sale by name, keeps the search in the address, and exports the results', async ({
  agent,
  office,
  page,
}) => {
  const sale = { status: 'qualified', customer_location: '12 Mill Road, Kirkmuir' }
  await office.creates('opportunities', { session_id: 'sale_1', ...sale, customer_name: 'Ada King' })
  await office.creates('opportunities', { session_id: 'sale_2', ...sale, customer_name: 'Bo Lane' })
  await office.creates('opportunities', { session_id: 'sale_3', status: 'open', customer_name: 'Ada Ward' })
  await agent.opens(PAGE)
  await expect(rowsOf(page)).toHaveText([/Ada Ward.*Open/, /Bo Lane.*Qualified/, /Ada King.*Qualified/])
  await page.getByLabel('Sort by').selectOption('Oldest first')
  await search(page).fill('ada')
  await expect(rowsOf(page)).toHaveText([/Ada King/, /Ada Ward/])
  await page.getByLabel('Status').selectOption('Qualified')
  await expect(rowsOf(page)).toHaveText([/Ada King.*12 Mill Road, Kirkmuir/])
  await expect(page).toHaveURL(`${PAGE}#search=ada&status=qualified&sort=oldest`)

  await page.reload()
  await expect(search(page)).toHaveValue('ada')
  await expect(rowsOf(page)).toHaveText([/Ada King/])
  const download = page.waitForEvent('download')
  await agent.press('Export CSV')
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n')).toEqual([
    expect.stringMatching(/^\uFEFForder_reference,session_id,status,/),
    expect.stringContaining('sale_1,qualified,'),
    '',
  ])

  await rowsOf(page).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada King')
  await page.goBack()
  await expect(search(page)).toHaveValue('ada')
  await search(page).fill('ada nowhere')
  await agent.sees('Nothing found. Try fewer words or other dates.')
  await agent.field('From').fill('2026-11-30')
  await agent.field('To').fill('2026-11-01')
  await agent.sees('To is before From. Swap the two days, or clear one.')
  await agent.press('Show all sales')
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(page).toHaveURL(PAGE)
})

test('shows more sales with the focus on the first of them, and Back from a record returns to its row', async ({
  agent,
  office,
  page,
}) => {
  for (let number = 0; number <= 50; number++)
    await office.creates('opportunities', { session_id: `sale_${number}`, customer_name: `Ada ${number}` })
  await agent.opens(PAGE)
  await expect(rowsOf(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(rowsOf(page)).toHaveCount(51)
  const last = rowsOf(page).last().getByRole('link', { name: 'Ada 0' })
  await expect(last).toBeFocused()
  await last.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada 0')
  await page.goBack()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
})

test('says that there are no sales yet, and has no barriers, empty or filled', async ({
  agent,
  office,
  page,
}) => {
  await agent.opens(PAGE)
  await agent.sees('No sales yet. They show here once an agent starts one.')
  expect(await barriersInViews(page)).toEqual([])
  await office.creates('opportunities', { session_id: 'sale_1', status: 'open', customer_name: 'Ada King' })
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(1)
  expect(await barriersInViews(page)).toEqual([])
})
