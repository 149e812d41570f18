import type { Page } from '@playwright/test'
import { type DatasetState, originOf } from '#domain/premises/dataset.ts'
import { DATA_PATH, type DatasetListed, type PremisesDataListed } from '#protocol/premises-data.ts'
import { bdukFile } from '#server/premises/bduk-file.testing.ts'
import { barriersInViews, barriersOn } from './barriers.ts'
import { importsData } from './office-imports.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

const PAGE = '/admin/data'
const VERSION: Omit<DatasetListed, 'id' | 'observed_month' | 'state'> = {
  kind: 'bduk-premises',
  ...originOf('bduk-premises', '2025-05'),
  sha256: '0'.repeat(64),
  only_areas: [],
  files: [],
  rows: 2_000,
  refused: 0,
  imported_at: null,
}
const AREA_COLUMNS = 'area,name,state,open_from,open_to,max_voucher,source_url,checked_on,note'

const versionsOf = (page: Page) => page.getByRole('region', { name: 'Versions', exact: true })
const areasOf = (page: Page) => page.getByRole('region', { name: 'Voucher areas', exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function addsArea(page: Page, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Add area' }).click()
  for (const [label, text] of Object.entries(fields))
    await dialogOf(page).getByLabel(label, { exact: true }).fill(text)
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
}

test('shows what was imported and what is stale, and drops a version after asking', async ({
  agent,
  page,
  doorstep,
}) => {
  await agent.opens(PAGE)
  await expect(versionsOf(page)).toContainText('No data yet, so eligibility checks are simulated.')
  await importsData(doorstep, '202409_BDUK_uprn_release_wales.csv', bdukFile(30))
  await importsData(doorstep, '202501_BDUK_uprn_release_wales.csv', bdukFile(40))
  await expect(versionsOf(page).getByRole('listitem')).toHaveText([
    /BDUK premises, January 2025.*Active · \d+ months old.*40 rows · 0 refused.*Open Government Licence.*SHA-256 [0-9a-f]{12}/,
    /BDUK premises, September 2024.*Kept.*30 rows/,
  ])
  await expect(page.getByText('BDUK premises of January 2025: out of date.')).toBeVisible()

  await versionsOf(page).getByRole('button', { name: 'Drop' }).first().click()
  await expect(dialogOf(page)).toContainText('The version of September 2024 will be used again.')
  await dialogOf(page).getByRole('button', { name: 'Keep it' }).click()
  await versionsOf(page).getByRole('button', { name: 'Drop' }).first().click()
  await dialogOf(page).getByRole('button', { name: 'Drop version' }).click()
  await agent.seesToast('Dropped: BDUK premises, January 2025')
  await expect(versionsOf(page).getByRole('listitem')).toHaveText([/September 2024.*Active/])
})

test('keeps an older month that is imported later', async ({ agent, page, doorstep }) => {
  await importsData(doorstep, '202501_BDUK_uprn_release_wales.csv', bdukFile(40))
  await importsData(doorstep, '202409_BDUK_uprn_release_wales.csv', bdukFile(30))
  await agent.opens(PAGE)
  await expect(versionsOf(page).getByRole('listitem')).toHaveText([
    /September 2024.*Kept, in case the active one is dropped.*30 rows/,
    /January 2025.*Active.*40 rows/,
  ])
})

test('says that a running import is older, and warns if an older version answers', async ({
  agent,
  page,
}) => {
  await page.route(`**${DATA_PATH}`, async (route) => {
    const answer = await route.fetch()
    const json: PremisesDataListed = await answer.json()
    const version = (id: number, observed_month: string, state: DatasetState) => ({
      ...VERSION,
      id,
      observed_month,
      state,
    })
    json.versions = [
      version(3, '2025-01', 'loading'),
      version(2, '2025-05', 'active'),
      version(1, '2025-09', 'kept'),
    ]
    json.loading = { id: 3, rows: 2_000, read_percent: 40, is_silent: false }
    await route.fulfill({ response: answer, json })
  })
  await agent.opens(PAGE)
  await expect(versionsOf(page).getByRole('listitem').first()).toContainText(
    'Older than the current version (May 2025), so it will only be kept.',
  )
  await agent.sees('BDUK premises of May 2025 is active, although a newer version is kept.')
  await agent.sees(/Drop it to use September 2025 instead\.$/)
  expect(await barriersOn(page)).toEqual([])
})

test('keeps voucher areas by hand, and says which have not been checked for long', async ({
  agent,
  page,
  doorstep,
}) => {
  await importsData(
    doorstep,
    'areas.csv',
    `${AREA_COLUMNS}\nE06000066,Somerset,open,2026-01-01,,4500,https://www.gov.uk/x,2026-02-01,Ask again\n`,
  )
  await agent.opens(PAGE)
  const areas = areasOf(page)
  await expect(areas.getByRole('listitem')).toHaveText([
    /Somerset E06000066.*Open, from 1 Jan 2026, up to £4,500.*Checked 1 Feb 2026.*Ask again/,
  ])
  await expect(page.getByText('1 voucher area has not been checked for 90 days.')).toBeVisible()
  await areas.getByRole('button', { name: 'Checked today' }).click()
  await agent.seesToast('Checked today: Somerset')
  await expect(page.getByText('has not been checked for 90 days')).toBeHidden()
  await areas.getByRole('button', { name: 'Close' }).click()
  await agent.seesToast('Closed: Somerset')
  await expect(areas.getByRole('listitem')).toContainText('Closed, from 1 Jan 2026')

  await areas.getByRole('button', { name: 'Edit' }).click()
  await dialogOf(page).getByLabel('Note').fill('Reopens in spring')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(areas).toContainText('Reopens in spring')
  await areas.getByRole('button', { name: 'Edit' }).click()
  await dialogOf(page).getByRole('button', { name: 'Remove' }).click()
  await expect(areas).toContainText('No areas yet.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(areas).toContainText('Reopens in spring')
  await areas.getByRole('button', { name: 'Edit' }).click()
  await dialogOf(page).getByRole('button', { name: 'Remove' }).click()
  await expect(areas).toContainText('No areas yet.')
  await page.route('**/data/areas', (route) => route.abort())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^Couldn’t undo it: /)).toBeVisible()
})

test('says what is missing in an area, and works with the keyboard alone', async ({ agent, page }) => {
  await agent.opens(PAGE)
  await page.getByRole('button', { name: 'Add area' }).focus()
  await page.keyboard.press('Enter')
  await dialogOf(page).getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Area', { exact: true })).toBeFocused()
  await expect(dialogOf(page)).toContainText('A district’s ONS code, such as E06000066, or a lot')
  await page.keyboard.type('lot 6')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Hills')
  await page.keyboard.press('Enter')
  await expect(areasOf(page).getByRole('listitem')).toContainText('Hills lot 6')
  await expect(page.getByRole('button', { name: 'Add area' })).toBeFocused()
})

test('has no barriers, empty, filled or with a dialog open', async ({ agent, page, doorstep }) => {
  await agent.opens(PAGE)
  await expect(versionsOf(page)).toContainText('No data yet')
  expect(await barriersInViews(page)).toEqual([])
  await importsData(doorstep, '202501_BDUK_uprn_release_wales.csv', bdukFile(40))
  await addsArea(page, { Area: 'lot 6', Name: 'Hills', Note: 'Reopens in spring' })
  await expect(areasOf(page).getByRole('listitem')).toHaveCount(1)
  await expect(versionsOf(page).getByRole('listitem')).toHaveCount(1)
  expect(await barriersInViews(page)).toEqual([])
  await versionsOf(page).getByRole('button', { name: 'Drop' }).click()
  expect(await barriersInViews(page)).toEqual([])
  await page.keyboard.press('Escape')
  await areasOf(page).getByRole('button', { name: 'Edit' }).click()
  expect(await barriersInViews(page)).toEqual([])
})
