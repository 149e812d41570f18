import type { Page } from '@playwright/test'
import { agreementOf } from '#domain/testing/agreements.ts'
import { barriersInViews } from './barriers.ts'
import { sells } from './sealed-sale.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

const { customer } = agreementOf()

/** Opens the page of a code as the customer, and reports something. */
async function disputes(page: Page, code: string, words: string): Promise<void> {
  await page.goto(`/copy#${code}`)
  await page.getByRole('button', { name: 'Something is not right' }).click()
  await page.getByLabel('What is not right?').fill(words)
  await page.getByRole('button', { name: 'Send to the office' }).click()
  await expect(page.getByText('The office will look into it.')).toBeVisible()
}

test('lists customers without documents until they have them', async ({ agent, page, office, context }) => {
  await agent.opens('/admin/exceptions')
  const list = agent.summary('Documents not yet given')
  await expect(list).toContainText('All clear. Every customer has their documents.')
  const code = await sells(office, 'sale_1')
  await agent.opens('/admin/exceptions')
  await expect(list.getByRole('listitem')).toHaveText([
    /Ada King Noel.*TEL-\d{6}.*just now.*No mail service is set up\. Give the customer the paper copy\./,
  ])

  const customersPage = await context.newPage()
  await customersPage.goto(`/copy#${code}`)
  await customersPage.getByLabel('Postcode').fill('ab1 2cd')
  const download = customersPage.waitForEvent('download')
  await customersPage.getByRole('button', { name: 'Download my copy' }).click()
  await download
  await page.reload()
  await expect(list).toContainText('All clear. Every customer has their documents.')
})

test('hides entries that were dealt with, and opens them again', async ({ agent, page, office, context }) => {
  const code = await sells(office, 'sale_1')
  await disputes(await context.newPage(), code, 'Another price')
  await agent.opens('/admin/exceptions')
  const notices = agent.summary('From customers')
  const documents = agent.summary('Documents not yet given')
  for (const list of [notices, documents]) {
    await list.getByRole('button', { name: 'Mark as dealt with' }).click()
    await agent.sees('Marked as dealt with')
    await expect(list.getByRole('listitem')).toHaveCount(0)
    await list.getByRole('button', { name: 'Show dealt with' }).click()
    await expect(list.getByRole('listitem')).toContainText([/Dealt with \d\d:\d\d/])
    await list.getByRole('button', { name: 'Open again' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(0)
    expect(await page.getByText('Marked as dealt with').count()).toBe(0)
    await list.getByRole('button', { name: 'Show open' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
  }

  await agent.opens('/admin/sales/sale_1')
  const said = agent.summary('From the customer')
  await page.setViewportSize({ width: 1280, height: 800 })
  const place = await said.getByRole('button', { name: 'Mark as dealt with' }).boundingBox()
  await said.getByRole('button', { name: 'Mark as dealt with' }).click()
  await expect(said).toContainText(/Dealt with \d\d:\d\d/)
  expect((await said.getByRole('button', { name: 'Open again' }).boundingBox())?.x).toBe(place?.x)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(said.getByRole('button', { name: 'Mark as dealt with' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.name)
})

test.describe('without a key to seal with', () => {
  test.use({ env: { SEAL_KEY_FILE: '/nowhere/company.key' } })

  test('says that nothing is sealed, why, and what to do next', async ({ agent }) => {
    await agent.opens('/admin/ghl')
    await expect(
      agent.page.getByText(/^Documents are not being sealed\. .*company\.key cannot be read/),
    ).toBeVisible()
  })
})

test('warns of the end of the certificate', async ({ agent, page }) => {
  await page.route('**/functions/v1/back-office', async (route) => {
    const answer = await route.fetch()
    const office = await answer.json()
    await route.fulfill({
      json: { ...office, seal: { reason: null, expiresAt: '2027-01-05T12:00:00.000Z' } },
    })
  })
  await agent.opens('/admin/ghl')
  await expect(
    page.getByText(/^The seal’s certificate expires on Tuesday 5 January 2027\. .*SEAL_KEY_FILE/),
  ).toBeVisible()
})

test('has no barriers in the lists', async ({ agent, page, office, context }) => {
  const code = await sells(office, 'sale_1')
  await disputes(await context.newPage(), code, 'Another price')
  await agent.opens('/admin/exceptions')
  await expect(agent.summary('From customers').getByRole('listitem')).toHaveCount(1)
  await expect(agent.summary('Documents not yet given').getByRole('listitem')).toHaveCount(1)
  expect(await barriersInViews(page)).toEqual([])
})
