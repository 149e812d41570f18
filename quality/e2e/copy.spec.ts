import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { CustomersCopy } from '#protocol/copy.ts'
import { barriersOn } from './barriers.ts'
import { expect, test } from './story.ts'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })

const PDF = Buffer.from('%PDF-1.7 the agreement')
const AGREEMENT = sha256('the agreement')
const HASH = Buffer.from(AGREEMENT, 'hex').toString('base64url')
const TOKEN = 'a'.repeat(22)
const facts = { pdf_sha256: sha256(PDF), agreement_sha256: AGREEMENT }
const signed = `${base64url({ alg: 'RS256', kid: 'k1' })}.${base64url(facts)}`
const COPY: CustomersCopy = {
  order_reference: 'TEL-813051',
  company: 'Fellside Broadband Ltd',
  contact: { phone: '01434 000000', email: null },
  package: { name: 'Basic Broadband', speed: '50 Mbps' },
  prices: { monthly: 299, installation: 995, discount: 300 },
  installation_in_words: '£695 after a voucher discount of £300',
  signed_at: '2026-11-24T10:03:00Z',
  received_at: '2026-11-24T10:03:30Z',
  clock: ['You can cancel until the end of Tuesday 8 December 2026'],
  copy_state: 'The copy was accepted by the mail server at 10:06.',
  came_late: true,
  confirmed_at: null,
  cancelled_at: null,
  acknowledged_at: null,
  documents: [
    {
      version: 1,
      sealed_at: '2026-11-24T10:04:00Z',
      statement: `${signed}.${sign('sha256', Buffer.from(signed), pair.privateKey).toString('base64url')}`,
      ...facts,
    },
  ],
}

/** Answers the page like a server with this copy. Returns the bodies of the page's requests. */
async function withCopy(page: Page, copy: CustomersCopy = COPY, ready: Promise<void> = Promise.resolve()) {
  const asked: Record<string, unknown>[] = []
  await page.route('**/functions/v1/copy**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/functions/v1/copy', '')
    asked.push({ path, ...route.request().postDataJSON() })
    await ready
    if (path === '/document') return route.fulfill({ contentType: 'application/pdf', body: PDF })
    await route.fulfill({ json: path === '' ? copy : { received_at: COPY.received_at, in_time: true } })
  })
  await page.route('**/.well-known/jwks.json', (route) =>
    route.fulfill({ json: { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'k1' }] } }),
  )
  await page.goto(`/copy#${TOKEN}.${HASH}`)
  return asked
}

test('checks a file, downloads the copy, reports, confirms and cancels', async ({ page }) => {
  const asked = await withCopy(page)
  await test.step('sends the server the token, and never the hash', async () => {
    await expect(page.getByText('You can cancel until the end of Tuesday 8 December 2026')).toBeVisible()
    await expect(page.getByText('Document unchanged since')).toBeVisible()
    expect(asked).toEqual([{ path: '', token: TOKEN }])
  })
  await test.step('checks a file without sending it', async () => {
    await checksFiles(page)
    expect(asked).toHaveLength(1)
  })
  await test.step('downloads the copy after the postcode', async () => {
    await downloads(page)
    expect(asked.at(-1)).toEqual({ path: '/document', token: TOKEN, postcode: 'ca9 3ab' })
  })
  await page.getByRole('button', { name: 'Cancel this agreement' }).click()
  await page.getByRole('button', { name: 'Something is not right' }).click()
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(`has no barriers in ${colorScheme} colours`, async () => {
      await page.emulateMedia({ colorScheme })
      expect(await barriersOn(page)).toEqual([])
    })
  await test.step('reports what is not right, and confirms documents that came late', async () => {
    await reportsAndConfirms(page)
    expect(asked.slice(2)).toEqual([
      { path: '/dispute', token: TOKEN, words: 'Another price' },
      { path: '/confirm', token: TOKEN },
    ])
  })
  await test.step('cancels with the notice of the model form, and says that it arrived', async () => {
    await cancels(page)
    expect(asked.at(-1)).toEqual({ path: '/cancel', token: TOKEN, postcode: 'CA9 3AB', words: '' })
  })
  await test.step('shows nothing of this copy beside another', () => opensAnotherCopy(page))
})

async function checksFiles(page: Page): Promise<void> {
  const file = page.getByLabel('Check a file')
  await file.setInputFiles({ name: 'copy.pdf', mimeType: 'application/pdf', buffer: PDF })
  await expect(
    page.getByText('This file is, byte for byte, the one we sealed on 24 Nov 2026, 10:04.'),
  ).toBeVisible()
  await expect(page.getByText('The agreement in it is the one shown at your door.')).toBeVisible()
  await file.setInputFiles({
    name: 'copy.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 another'),
  })
  await expect(page.getByText('This file is not one we sealed.')).toBeVisible()
}

async function downloads(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Download my copy' }).click()
  await asksFor(page, 'Postcode', 'Enter the postcode first.')
  await page.getByLabel('Postcode').fill('ca9 3ab')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my copy' }).click()
  expect((await download).suggestedFilename()).toBe('TEL-813051.pdf')
}

/** Expects the focus in the empty field, and a sentence that says what to do. */
async function asksFor(page: Page, label: string, sentence: string): Promise<void> {
  await expect(page.getByLabel(label)).toBeFocused()
  await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(label)).toHaveAccessibleDescription(sentence)
  await expect(page.getByRole('status').filter({ hasText: sentence })).toHaveAttribute('data-failed', '')
}

async function reportsAndConfirms(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send to the office' }).click()
  await asksFor(page, 'What is not right?', 'First write what is not right.')
  await page.getByLabel('What is not right?').fill('Another price')
  await page.getByRole('button', { name: 'Send to the office' }).click()
  await expect(page.getByText('The office will look into it.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'A question?' })).toBeFocused()
  await page.getByRole('button', { name: 'I have received my documents' }).click()
  await expect(page.getByText('Thank you. We have noted that you have your documents.')).toBeVisible()
}

async function cancels(page: Page): Promise<void> {
  await expect(page.getByText('To Fellside Broadband Ltd: I hereby give notice that I cancel')).toBeVisible()
  await page.getByRole('button', { name: 'Send this notice' }).click()
  await asksFor(page, 'Postcode of the address', 'Enter the postcode first.')
  await page.getByLabel('Postcode of the address').fill('CA9 3AB')
  await page.getByRole('button', { name: 'Send this notice' }).click()
  await expect(page.getByText('We have received your cancellation.')).toBeVisible()
  await expect(page.getByText('You cancelled this agreement on Tuesday 24 November 2026 at')).toBeVisible()
  await expect(page.getByText('You can cancel until')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cancel this agreement' })).toBeHidden()
}

async function opensAnotherCopy(page: Page): Promise<void> {
  await page.goto(`/copy#${'b'.repeat(22)}.${'b'.repeat(43)}`)
  await expect(page.getByText(/is not the one your code was made for/)).toBeVisible()
  await page.goto(`/copy#${'b'.repeat(22)}.${HASH}`)
  await expect(
    page.getByRole('status').filter({ hasText: /received your cancellation|Thank you/ }),
  ).toHaveCount(0)
  await expect(page.getByText('You can cancel until')).toBeVisible()
  await expect(page.getByLabel('Postcode')).toHaveValue('')
}

test('offers no second cancellation', async ({ page }) => {
  await withCopy(page, { ...COPY, cancelled_at: '2026-11-25T10:00:00Z' })
  await expect(
    page.getByText('You cancelled this agreement on Wednesday 25 November 2026 at 10:00.'),
  ).toBeVisible()
  await expect(page.getByText('Changed your mind?')).toBeHidden()
})

test('says how the customer reaches the company, if the company has set it', async ({ page }) => {
  await withCopy(page)
  await expect(page.getByRole('link', { name: '01434 000000' })).toHaveAttribute('href', 'tel:01434%20000000')
  await expect(page.getByText('Email', { exact: true })).toBeHidden()
})

test('does not say that a copy is not here if the server does not respond', async ({ page }) => {
  let isAnswering = false
  await page.route('**/functions/v1/copy', (route) =>
    isAnswering ? route.fulfill({ json: COPY }) : route.abort('connectionfailed'),
  )
  await page.goto(`/copy#${TOKEN}.${HASH}`)
  await expect(page.getByText('We can’t reach the company’s server.')).toBeVisible()
  await expect(page.getByText('Not here yet')).toBeHidden()
  isAnswering = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
})

test('shows what the agreement costs and, with large text, each fact on its own row', async ({ page }) => {
  await page.setViewportSize({ width: 195, height: 422 })
  await withCopy(page)
  await expect(page.getByText('£695 after a voucher discount of £300', { exact: true })).toBeVisible()
  await expect(page.getByText('£994', { exact: true })).toBeVisible()
  const widths = await page
    .locator('#summary dd')
    .evaluateAll((facts) => facts.map((fact) => fact.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThan(100)
})

test('shows "Not here yet" for a code that the server does not know', async ({ page }) => {
  await page.goto(`/copy#${TOKEN}.${HASH}`)
  await expect(page.getByRole('heading', { name: 'Not here yet' })).toBeVisible()
  await expect(
    page.getByText(`Keep your code. It was made for the agreement ${AGREEMENT.slice(0, 16)}…`),
  ).toBeVisible()
  expect(await barriersOn(page)).toEqual([])
})

test('checks a file that was chosen before the copy had loaded', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await withCopy(page, COPY, promise)
  await expect(page.getByText('Looking for your copy')).toBeVisible()
  await page
    .getByLabel('Check a file')
    .setInputFiles({ name: 'copy.pdf', mimeType: 'application/pdf', buffer: PDF })
  resolve()
  await expect(page.getByText('This file is, byte for byte, the one we sealed on')).toBeVisible()
})
