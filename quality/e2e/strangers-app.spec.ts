import type { Page } from '@playwright/test'
import type { OtherSite } from './other-site.ts'
import { test as base, expect } from './story.ts'
import { buildStrangersApp, serveStrangersApp } from './strangers-app.ts'

type Desk = OtherSite & { uses(url: string): void }

const test = base.extend<{ desk: Desk }, { built: string }>({
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use, { workerIndex }) => use(await buildStrangersApp(`story-${workerIndex}`)),
    { scope: 'worker' },
  ],
  desk: async ({ built }, use) => {
    let url = ''
    const site = await serveStrangersApp(built, () => ({ url, key: 'public-anon-key' }))
    await use({
      ...site,
      uses(address) {
        url = address
      },
    })
    site.close()
  },
  env: async ({ desk }, use) => use({ CORS_ORIGINS: desk.url }),
})

test.use({ hasLeads: false })

const lines = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem')
const line = (page: Page, list: string, text: string) => lines(page, list).filter({ hasText: text })
const live = (page: Page) => page.getByLabel('Live')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test("lists, sells and sees another browser's changes live", async ({ browser, page, doorstep, desk }) => {
  desk.uses(doorstep.url)
  const colleague = await browser.newContext()
  const other = await colleague.newPage()
  for (const one of [page, other]) {
    await one.goto(desk.url)
    await expect(live(one)).toHaveText('SUBSCRIBED')
  }

  await press(page, 'Sync leads')
  await expect(page.getByRole('alert')).toHaveText('Synced 40 leads')
  for (const one of [page, other]) await expect(lines(one, 'Leads')).toHaveCount(40)

  await press(page, 'Sell to 6 Mill Road')
  const sale = '6 Mill Road, CA29 4HT, open'
  for (const one of [page, other]) {
    await expect(line(one, 'Sales', sale)).toBeVisible()
    await expect(line(one, 'Leads', '6 Mill Road, CA29 4HT: £4500, contacted')).toBeVisible()
  }
  await press(other, 'Note')
  await expect(line(page, 'Sales', `${sale}, Ring first`)).toBeVisible()

  await press(page, 'Choose package')
  await expect(line(other, 'Sales', '6 Mill Road, CA29 4HT, qualified, 1294, Ring first')).toBeVisible()
  await press(other, 'Enter customer')
  await expect(line(page, 'Sales', 'qualified, Ann Lee, 1294')).toBeVisible()
  await press(page, 'Sign')
  for (const one of [page, other]) {
    await expect(line(one, 'Sales', 'closed-won, Ann Lee, 1294, Ring first')).toBeVisible()
    await expect(line(one, 'Leads', '6 Mill Road, CA29 4HT: £4500, closed-won')).toBeVisible()
  }
  await expect(page.getByRole('alert')).toBeEmpty()
  await expect(line(page, 'Log', 'update_opportunity success').first()).toBeVisible()
  await colleague.close()
})

test('continues after a restart of the server', async ({ page, office, doorstep, desk }) => {
  desk.uses(doorstep.url)
  await office.syncsLeads()
  await page.goto(desk.url)
  await expect(live(page)).toHaveText('SUBSCRIBED')
  await doorstep.restart()
  const [lead] = await office.rows('leads?select=id&street_address=eq.6%20Mill%20Road')
  await office.changes(`leads?id=eq.${lead?.id}`, { status: 'qualified' })
  await expect(line(page, 'Leads', '6 Mill Road, CA29 4HT: £4500, qualified')).toBeVisible()
})
