import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { barriersInViews } from './barriers.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

const PAGE = '/admin/leads'
const NONE = 'No file has been imported yet.'
/** A file with semicolons, an unknown name, two rows for one door, and a number that a spreadsheet has shortened. */
const FILE = `Where;Post code;Voucher;UPRN;Colour
1 Oak Hill;LL79 1AB;£1,500;100091234567;red
2 Oak Hill;ll791ab;;1.00091E+11;blue
1 OAK HILL;LL791AB;;;
`

const asFile = (text: string) => ({ name: 'doors.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const section = (page: Page) => page.getByRole('region', { name: 'Import', exact: true })
const rows = (page: Page) => section(page).getByRole('listitem')

async function chooses(page: Page, text: string): Promise<void> {
  await page.getByLabel('Import leads').setInputFiles(asFile(text))
  await expect(section(page)).toContainText('Dry run of doors.csv')
}

async function downloads(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await download).path(), 'utf8')
}

test('imports a file after a dry run, remembers its columns, and the phones get the leads', async ({
  agent,
  page,
  context,
}) => {
  const phone = await context.newPage()
  await phone.goto('/')
  await agent.opens(PAGE)
  await expect(section(page)).toContainText(NONE)
  await chooses(page, FILE)
  await expect(rows(page)).toHaveText([/Address: missing/, /shortened this number/, /Address: missing/])
  await section(page).getByLabel('Where').selectOption('Address')
  await expect(section(page).getByRole('button', { name: 'Apply to 1 lead' })).toBeEnabled()
  await expect(rows(page)).toHaveText([/line 4.*The same door as line 2, by its address/])
  await section(page).getByRole('button', { name: 'Skipped 1' }).click()
  await expect(rows(page)).toHaveText([/line 3.*Excel shortened this number; format the column as text/])
  const failed = (await downloads(page, 'Download failed rows')).split('\r\n')
  expect(failed).toEqual([
    '\uFEFFWhere,Post code,Voucher,UPRN,Colour,reason',
    '2 Oak Hill,ll791ab,,1.00091E+11,blue,UPRN: Excel shortened this number; format the column as text',
    '1 OAK HILL,LL791AB,,,,"The same door as line 2, by its address"',
    '',
  ])

  await section(page).getByRole('button', { name: 'Apply to 1 lead' }).click()
  await expect(section(page)).toContainText('doors.csv is imported: 1 new, 1 skipped, 1 in conflict.')
  await expect(phone.getByRole('radio', { name: '1 Oak Hill' })).toBeVisible()

  await page.reload()
  await expect(section(page)).toContainText(/Last import, .*: 1 new, 1 skipped, 1 in conflict\./)
  await chooses(page, FILE.replace('£1,500', '£2,000'))
  await section(page).getByRole('button', { name: 'Changed 1' }).click()
  await expect(rows(page)).toHaveText([/1 Oak Hill, LL79 1AB.*Voucher: 1500 → 2000/])
  await section(page).getByRole('button', { name: 'Cancel' }).click()

  const exported = await downloads(page, 'Export leads')
  expect(exported).toContain(',1 Oak Hill,LL79 1AB,,1500,new,')
  await chooses(page, exported)
  await expect(section(page)).toContainText('There is nothing to import')
  await expect(section(page).getByRole('button', { name: 'Apply' })).toBeDisabled()
})

test('says why a file cannot be read, and opens the choice with the keyboard', async ({ agent, page }) => {
  await agent.opens(PAGE)
  await page.getByLabel('Import leads').setInputFiles(asFile('Address,Postcode\n"1 Oak Hill,LL79 1AB\n'))
  await expect(section(page).getByRole('alert')).toHaveText(
    'doors.csv: The row on line 2 has a quote that is never closed.',
  )
  const chooser = page.waitForEvent('filechooser')
  await page.getByLabel('Import leads').focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(asFile(FILE))
  await expect(section(page)).toContainText('Dry run of doors.csv')
})

test('shows a fresh dry run if the leads have changed meanwhile', async ({
  agent,
  page,
  request,
  baseURL,
}) => {
  await agent.opens(PAGE)
  const file = 'Address,Postcode\n1 Oak Hill,LL79 1AB\n2 Oak Hill,LL79 1AB\n'
  await chooses(page, file)
  const call = (query: string) =>
    request.post(`${baseURL}/functions/v1/back-office/leads/import?${query}`, {
      headers: { apikey: 'public-anon-key', 'content-type': 'text/csv' },
      data: file.split('\n').slice(0, 2).join('\n'),
    })
  const { hash } = await (await call('dry=1')).json()
  await call(`hash=${hash}`)
  await section(page).getByRole('button', { name: 'Apply to 2 leads' }).click()
  await expect(section(page)).toContainText('Leads have changed in the meantime')
  await section(page).getByRole('button', { name: 'Apply to 1 lead' }).click()
  await expect(section(page)).toContainText('doors.csv is imported: 1 new, 1 unchanged.')
})

test('has no barriers, empty, with a dry run, or done', async ({ agent, page }) => {
  await agent.opens(PAGE)
  await expect(section(page)).toContainText(NONE)
  expect(await barriersInViews(page)).toEqual([])
  await chooses(page, FILE.replace('Where', 'Address'))
  await section(page).getByText('Columns', { exact: true }).click()
  expect(await barriersInViews(page)).toEqual([])
  await section(page).getByRole('button', { name: 'Apply to 1 lead' }).click()
  await expect(section(page)).toContainText('doors.csv is imported')
  expect(await barriersInViews(page)).toEqual([])
})
