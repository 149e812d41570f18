import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { agreementOf } from '#domain/testing/agreements.ts'
import { row } from './back-office-page.ts'
import { barriersOn, inEachView } from './barriers.ts'
import { sells } from './sealed-sale.ts'
import { expect, test } from './story.ts'

const { customer } = agreementOf()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('shows a sealed sale: who bought what, its document, its events and its chain', async ({
  agent,
  page,
  office,
}) => {
  await sells(office, 'sale_1')
  await agent.opens('/admin/sales/sale_1')
  await expect(heading(page)).toHaveText(customer.name)
  await expect(page).toHaveTitle(`${customer.name} · Sale · Doorstep`)
  await expect(page.getByText('Won', { exact: true })).toBeVisible()

  const documents = agent.summary('Documents')
  const [sealed] = await office.documents('sale_1')
  await expect(documents.getByRole('heading', { name: 'Version 1' })).toBeVisible()
  const download = page.waitForEvent('download')
  await documents.getByRole('button', { name: 'Download' }).click()
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await documents.getByRole('button', { name: 'Copy the SHA-256' }).click()
  await agent.sees('Copied: the SHA-256 of the file')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sealed?.pdf_sha256)

  const events = agent.summary('Events')
  await expect(events).toContainText('The chain is whole.')
  await expect(events.getByRole('listitem')).toContainText([
    'The agreement was on the screen',
    'The customer signed',
    'The server checked the evidence',
    'Version 1 was sealed',
  ])
  await expect(agent.summary("The customer's copy")).toContainText('The customer’s code is valid until')
})

test('says that a sale waits for the record of its signing', async ({ agent, office }) => {
  await office.creates('opportunities', { session_id: 'sale_1', status: 'open', customer_location: 'Here' })
  await agent.opens('/admin/sales/sale_1')
  await agent.sees('This sale is not signed yet, so there is nothing to seal.')
  await agent.sees('The signing was not recorded, so these events have no chain.')
})

test('opens from a delivery and from a customer’s notice, and leads back', async ({
  agent,
  page,
  office,
  context,
}) => {
  const code = await sells(office, 'sale_1')
  const customersPage = await context.newPage()
  await customersPage.goto(`/copy#${code}`)
  await customersPage.getByRole('button', { name: 'Something is not right' }).click()
  await customersPage.getByLabel('What is not right?').fill('Another price')
  await customersPage.getByRole('button', { name: 'Send to the office' }).click()
  await expect(customersPage.getByText('The office will look into it.')).toBeVisible()

  await agent.opens('/admin/exceptions')
  await agent.summary('From customers').getByRole('link').click()
  await expect(heading(page)).toHaveText(customer.name)
  await expect(agent.summary('From the customer')).toContainText('Another price')
  await expect(agent.summary('Events')).toContainText('The customer says something is not right')
  const copy = agent.summary("The customer's copy")
  await expect(copy).toContainText('can cancel until the end of')

  await customersPage.getByRole('button', { name: 'Cancel this agreement' }).click()
  await customersPage.getByLabel('Postcode of the address').fill('ab1 2cd')
  await customersPage.getByRole('button', { name: 'Send this notice' }).click()
  await expect(page.getByText(/^Cancelled by the customer on \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(copy).not.toContainText('can cancel until the end of')
  await page.getByRole('main').getByRole('link', { name: 'Sales' }).click()
  await expect(heading(page)).toHaveText('Sales')
  await agent.opens('/admin/ghl')
  await agent.press('Delivered')
  await row(agent, customer.name).getByRole('button', { expanded: false }).click()
  await page.getByRole('link', { name: 'Open its record' }).click()
  await expect(heading(page)).toHaveText(customer.name)
})

test('has a friendly message for a sale that does not exist, and a way back', async ({ agent, page }) => {
  await agent.opens('/admin/sales/sale_0')
  await expect(heading(page)).toHaveText('Sale not found')
  await page.getByRole('link', { name: 'Back to the back office' }).click()
  await expect(heading(page)).toHaveText('GHL Connection Test')
})

test('has no barriers, and nothing scrolls sideways', async ({ agent, page, office }) => {
  await sells(office, 'sale_1')
  await agent.opens('/admin/sales/sale_1')
  await agent.sees('Version 1')
  await expectNoBarriers(page)
  await agent.press('Record outcome')
  await expectNoBarriers(page)
  await agent.press('Cancel')
  await agent.press('Revoke code')
  await expectNoBarriers(page)
  await agent.press('Keep it')
  await agent.press('Renew code')
  await agent.press('Make a new code')
  await agent.sees('The new code')
  await expectNoBarriers(page)
})

async function expectNoBarriers(page: Page): Promise<void> {
  await inEachView(page, async (view) => {
    expect(await barriersOn(page), view).toEqual([])
    const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width, view).toBeLessThanOrEqual(available ?? 0)
  })
}
