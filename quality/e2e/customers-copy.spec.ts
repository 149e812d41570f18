import type { SigningRecord } from '#domain/evidence/evidence.ts'
import { type Agent, expect, test } from './story.ts'

const CODE = "Code for the customer's copy"
const OPENS_LATER = /It opens once this phone has been online\./
const OPENS = /It opens their copy\./
const PAPER_GIVEN = /Paper copy given, no\. F-17, \d/

const copyOf = ({ page }: Agent) => page.getByRole('region', { name: "The customer's copy" })
const addressOf = async (agent: Agent): Promise<string> =>
  (await copyOf(agent).getByRole('link', { name: "Open the customer's copy" }).getAttribute('href')) ?? ''

/** Makes a sale to a customer who reads the agreement to its end. */
async function sellsToReader(agent: Agent): Promise<void> {
  await agent.continuesWithFirstLead()
  await agent.choosesPackage('Standard Fiber')
  await agent.confirmsCustomer()
  const agreement = agent.page.getByRole('region', { name: 'Service agreement' })
  await agreement.evaluate((section) => section.scrollIntoView({ block: 'end' }))
  await agent.phoneKeeps({ agreementSeenAt: expect.any(String) })
  await agent.signs()
  await agent.submits()
}

/** Returns the signing records on the phone. */
async function signings(agent: Agent): Promise<SigningRecord[]> {
  const sales = (await agent.keptSales()) as { signing?: SigningRecord }[]
  return sales.flatMap(({ signing }) => signing ?? [])
}

test('a sale made offline gives the customer a code and a copy, which office and customer see later', async ({
  agent,
  office,
  context,
}) => {
  await agent.page.addInitScript(() => {
    Object.assign(navigator, { canShare: () => true, share: async () => undefined })
  })
  await agent.getsReadyToGoOffline()
  await context.setOffline(true)
  await sellsToReader(agent)
  const copy = copyOf(agent)
  await expect(copy.getByRole('img', { name: CODE })).toBeVisible()
  await expect(copy).toContainText('You can cancel until the end of ')
  await expect(copy).toContainText(OPENS_LATER)
  const address = await addressOf(agent)
  const [, token, hash = ''] = /\/copy#([\w-]{22})\.([\w-]{43})$/.exec(address) ?? []
  const [signing] = await signings(agent)
  expect(signing).toMatchObject({
    token,
    evidence: {
      agreement_sha256: Buffer.from(hash, 'base64url').toString('hex'),
      shown_at: expect.any(String),
      clock: { server_ahead_ms: expect.any(Number) },
      signature: { kind: 'drawn', strokes: [expect.any(Array)] },
    },
  })
  await test.step('notes the number on the paper, and that the copy was shared', () => givesCopies(agent))
  const received: object[] = []
  agent.page.on('response', (answer) => {
    if (answer.url().endsWith('/copy-given') && answer.ok()) received.push(answer.request().postDataJSON())
  })

  await context.setOffline(false)
  await expect(copy).toContainText(OPENS)
  await expect
    .poll(() => received)
    .toEqual([
      expect.objectContaining({ way: 'paper', number: 'F-17' }),
      expect.objectContaining({ way: 'shared' }),
    ])
  const sessionId = signing?.evidence.session_id ?? ''
  const sealed = () => office.documents(sessionId)
  await expect
    .poll(sealed)
    .toMatchObject([
      { agreement_sha256: signing?.evidence.agreement_sha256, findings: ['company-incomplete'] },
    ])
  await agent.page.reload()
  await expect(copy.getByRole('img', { name: CODE })).toBeVisible()
  expect(await addressOf(agent)).toBe(address)
  await expect(copy).toContainText(PAPER_GIVEN)
  await agent.press('My Opportunities')
  await agent.opensTicks()
  await expect(agent.dialog).toContainText(PAPER_GIVEN)

  const other = await context.newPage()
  await test.step('opens the sealed copy for the customer', async () => {
    await other.goto(address)
    await expect(other.getByRole('heading', { name: 'Summary' })).toBeVisible()
    await expect(other.getByText('Standard Fiber')).toBeVisible()
  })
  await test.step('shows the office the number on the paper', async () => {
    await other.goto(`/admin/sales/${sessionId}`)
    await expect(other.getByRole('region', { name: "The customer's copy" })).toContainText(PAPER_GIVEN)
    await expect(other.getByText('Number F-17.')).toBeVisible()
  })
})

async function givesCopies(agent: Agent): Promise<void> {
  const copy = copyOf(agent)
  await expect(copy).toContainText('Give the customer the paper copy.')
  const field = copy.getByRole('textbox', { name: 'Number on the paper' })
  await field.fill('x'.repeat(41))
  await copy.getByRole('button', { name: 'Paper given' }).click()
  await expect(field).toHaveAccessibleDescription(/Enter the number as printed/)
  await expect(field).toBeFocused()
  await field.fill(' F-17 ')
  await field.press('Enter')
  await expect(copy).toContainText(/Paper copy given, no\. F-17, \d+ \w+, \d\d:\d\d\./)
  await expect(field).toBeHidden()
  await expect(copy.getByRole('button', { name: 'Paper given' })).toBeHidden()
  await agent.phoneKeeps({ paperNumber: 'F-17' })
  await copy.getByRole('button', { name: 'Share' }).click()
  await expect(copy).toContainText(/Shared from this phone, \d+ \w+, \d\d:\d\d\./)
}

test('a phone with its clock a day behind names the same last day as the copy', async ({
  agent,
  context,
}) => {
  await agent.page.clock.install({ time: Date.now() - 86_400_000 })
  await agent.opens()
  await agent.seesAllLeads()
  await agent.sells('Standard Fiber')
  const copy = copyOf(agent)
  await expect(copy).toContainText(OPENS)
  const customer = await context.newPage()
  await customer.goto(await addressOf(agent))
  const clock = customer.getByText(/^You can cancel until the end of /)
  await expect(clock).toBeVisible()
  const sentence = (await clock.innerText()).trim()
  await expect(copy).toContainText(sentence)
  await agent.press('My Opportunities')
  await agent.opensTicks()
  await expect(agent.dialog).toContainText(sentence.replace('You', 'The customer'))
})

test('an order is submitted without a code if the browser cannot hash', async ({ agent, page }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await agent.opens()
  await agent.seesAllLeads()
  await agent.sells('Standard Fiber')
  await agent.sees('Order reference')
  await expect(copyOf(agent)).toBeHidden()
})

test('gives the copy of an earlier sale, from the tracker, until its code ends', async ({ agent, page }) => {
  await agent.opens()
  await agent.seesAllLeads()
  await agent.sells('Standard Fiber')
  await agent.sees('Order submitted')
  const address = await addressOf(agent)
  await agent.press('Start New Sale')
  await agent.press('My Opportunities')
  await agent.sees('Give the paper copy.')
  await agent.opensTicks()
  await agent.press('Show the copy')
  await agent.sees(/ · TEL-\d{6}$/)
  const copy = copyOf(agent)
  await expect(copy.getByRole('img', { name: CODE })).toBeVisible()
  expect(await addressOf(agent)).toBe(address)
  await copy.getByRole('textbox', { name: 'Number on the paper' }).fill('F-17')
  await agent.press('Paper given')
  await expect(copy).toContainText(PAPER_GIVEN)
  await expect(copy).toContainText('It opens their copy.')
  const [sale] = (await agent.keptSales()) as { sessionId: string }[]
  await page.request.post('/functions/v1/back-office/copy-code/revoke', {
    headers: { apikey: 'public-anon-key' },
    data: { session_id: sale?.sessionId },
  })
  await expect(copy).toContainText('This code has ended. Ask your office for a new one.')
  await agent.press('Back to the list')
  await expect(agent.dialog).toContainText('In the CRM, copy sent or given')
  await expect(agent.dialog.getByRole('button', { name: 'Show the copy' })).toBeFocused()
})
