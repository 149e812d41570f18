import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { PICTURE } from '#server/evidence/signings.testing.ts'
import { sells } from './sealed-sale.ts'
import { expect, test } from './story.ts'

const POSTCODE = 'ab1 2cd'

/** Opens a code and downloads its copy. Returns the file. */
async function downloads(page: Page, code: string): Promise<Buffer> {
  await page.goto(`/copy#${code}`)
  await page.getByLabel('Postcode').fill(POSTCODE)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my copy' }).click()
  return readFile(await (await download).path())
}

async function checks(page: Page, buffer: Buffer, name = 'copy.pdf'): Promise<void> {
  await page.getByLabel('Check a file').setInputFiles({ name, mimeType: 'application/pdf', buffer })
}
const BYTE_FOR_BYTE = 'This file is, byte for byte, the one we sealed on'
const NOT_SEALED = 'This file is not one we sealed.'

test('a customer downloads the sealed copy, and checks it and other files', async ({ page, office }) => {
  const [code, other] = [await sells(office, 'sale_1'), await sells(office, 'sale_2')]
  const another = await downloads(page, other)
  await page.goto('about:blank')
  const file = await downloads(page, code)
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')

  await checks(page, file)
  await expect(page.getByText(BYTE_FOR_BYTE)).toBeVisible()
  await expect(page.getByText('The agreement in it is the one shown at your door.')).toBeVisible()

  const changed = Buffer.from(file)
  changed[1_000] = (changed[1_000] ?? 0) ^ 1
  for (const [bytes, name] of [
    [changed, 'changed.pdf'],
    [another, 'another.pdf'],
    [Buffer.from(PICTURE, 'base64'), 'picture.png'],
  ] as const) {
    await checks(page, file)
    await expect(page.getByText(BYTE_FOR_BYTE)).toBeVisible()
    await checks(page, bytes, name)
    await expect(page.getByText(NOT_SEALED), name).toBeVisible()
  }

  await page.goto('about:blank')
  await page.goto(`/copy#${code.slice(0, 23)}${'A'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  await checks(page, file)
  await expect(page.getByText('The agreement in it is not the one your code was made for.')).toBeVisible()
})

test('a customer cancels, and agent and office see it', async ({ agent, page, office, context }) => {
  const code = await sells(office, 'sale_1')
  const customer = await context.newPage()
  await customer.goto(`/copy#${code}`)
  await customer.getByRole('button', { name: 'Cancel this agreement' }).click()
  await customer.getByLabel('Postcode of the address').fill('ZZ1 1ZZ')
  await customer.getByRole('button', { name: 'Send this notice' }).click()
  await expect(customer.getByText('That isn’t the postcode on this agreement.')).toBeVisible()
  await customer.getByLabel('Postcode of the address').fill(POSTCODE)
  await customer.getByLabel('Anything to add').fill('We are moving')
  await customer.getByRole('button', { name: 'Send this notice' }).click()
  await expect(customer.getByText('We have received your cancellation.')).toBeVisible()
  await customer.reload()
  await expect(customer.getByText('You cancelled this agreement on')).toBeVisible()
  await customer.getByRole('button', { name: 'Something is not right' }).click()
  await customer.getByLabel('What is not right?').fill('Another price')
  await customer.getByRole('button', { name: 'Send to the office' }).click()
  await expect(customer.getByText('The office will look into it.')).toBeVisible()

  await agent.opens()
  await agent.hasWholeApp()
  await agent.button('My Opportunities').click()
  await expect(page.getByText(/Cancelled by the customer, \d+ \w+, \d\d:\d\d/)).toBeVisible()
  await agent.opens('/admin/exceptions')
  const notices = page.getByRole('region', { name: 'From customers' })
  await expect(notices.getByRole('listitem')).toHaveText([
    /Something is not right.*TEL-\d{6}.*Another price/,
    /Cancelled by the customer.*TEL-\d{6}.*We are moving/,
  ])
})
