import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { barriersInViews } from './barriers.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

const PAGE = '/admin/do-not-knock'

const listOf = (page: Page) => page.getByRole('region', { name: 'Register', exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function adds(page: Page, fields: Record<string, string>, what = 'Household'): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click()
  await dialogOf(page).getByLabel('Covers').selectOption(what)
  for (const [label, text] of Object.entries(fields))
    await dialogOf(page).getByLabel(label, { exact: true }).fill(text)
  await dialogOf(page).getByRole('button', { name: 'Add to the register' }).click()
}

test('enters households and zones, finds them, exports them and lifts them with a reason', async ({
  agent,
  page,
}) => {
  await agent.opens(PAGE)
  const list = listOf(page)
  await expect(list).toContainText('No one has asked yet.')
  await adds(page, { Address: '12 Mill Rd', Postcode: 'TD16 1AA' })
  await agent.seesToast('On the register: 12 Mill Road, TD16 1AA')
  await adds(page, { Street: 'Kirk Wynd', 'Postcode of the street': 'TD16 2BB' }, 'Zone')
  await expect(list.getByRole('listitem')).toHaveText([
    /Kirk Wynd, TD16 2.*No-cold-calling zone · By phone/,
    /12 Mill Road, TD16 1AA.*Asked not to be called on · By phone/,
  ])

  await list.getByLabel('Search the register').fill('mill rd')
  await expect(list.getByRole('listitem')).toHaveText([/12 Mill Road/])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n')).toEqual([
    expect.stringMatching(/^\uFEFFid,scope,place,/),
    expect.stringContaining('"12 Mill Road, TD16 1AA"'),
    '',
  ])

  await list.getByRole('button', { name: 'Lift' }).click()
  const lift = dialogOf(page).getByRole('button', { name: 'Lift entry' })
  await expect(lift).toBeDisabled()
  await dialogOf(page).getByLabel('The household asked to be called on again').check()
  await lift.click()
  await expect(list).toContainText('Nothing found.')
  await list.getByLabel('Show').selectOption('Lifted')
  await expect(list.getByRole('listitem')).toContainText(
    /Lifted by the office .*: The household asked to be called on again/,
  )
})

test('says what is missing, and works with the keyboard alone', async ({ agent, page }) => {
  await agent.opens(PAGE)
  await page.getByRole('button', { name: 'Add entry' }).focus()
  await page.keyboard.press('Enter')
  await dialogOf(page).getByRole('button', { name: 'Add to the register' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Address')).toBeFocused()
  await expect(dialogOf(page)).toContainText('Enter an address, or only a UPRN')
  await page.keyboard.type('The Old Forge')
  await page.keyboard.press('Tab')
  await page.keyboard.type('TD16')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Postcode')).toBeFocused()
  await page.keyboard.type(' 1AA')
  await page.keyboard.press('Enter')
  await expect(listOf(page).getByRole('listitem')).toContainText('The Old Forge, TD16 1AA')
  await expect(page.getByRole('button', { name: 'Add entry' })).toBeFocused()
})

test('has no barriers, empty, filled or with a dialog open', async ({ agent, page }) => {
  await agent.opens(PAGE)
  await expect(listOf(page)).toContainText('No one has asked yet.')
  expect(await barriersInViews(page)).toEqual([])
  await adds(page, { Address: '12 Mill Rd', Postcode: 'TD16 1AA' })
  await expect(listOf(page).getByRole('listitem')).toHaveCount(1)
  expect(await barriersInViews(page)).toEqual([])
  await page.getByRole('button', { name: 'Add entry' }).click()
  await dialogOf(page).getByRole('button', { name: 'Add to the register' }).click()
  expect(await barriersInViews(page)).toEqual([])
  await page.keyboard.press('Escape')
  await listOf(page).getByRole('button', { name: 'Lift' }).click()
  expect(await barriersInViews(page)).toEqual([])
})
