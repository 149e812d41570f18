import { simpleParser } from 'mailparser'
import { orderReference } from '#domain/contract/order-reference.ts'
import { AT } from '#domain/testing/sale-commands.ts'
import { reply, startMailServer } from '#server/mail/smtp-server.testing.ts'
import { sha256Hex } from '#server/sha256.ts'
import { sells } from './sealed-sale.ts'
import { test as base, expect } from './story.ts'

/** The codes with which the mail server answers a recipient and a sender; 250 accepts. */
type Answers = { recipient: number; sender: number }
type Fixtures = { answers: Answers; mails: Awaited<ReturnType<typeof startMailServer>> }

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  answers: async ({}, use) => use({ recipient: 250, sender: 250 }),
  mails: async ({ answers }, use) => {
    const refused = (code: number) => (code === 250 ? null : reply(code, 'No'))
    const mails = await startMailServer({
      onRcptTo: (_address, _session, done) => done(refused(answers.recipient)),
      onMailFrom: (_address, _session, done) => done(refused(answers.sender)),
    })
    await use(mails)
    await mails.close()
  },
  env: async ({ mails }, use) => use({ SMTP_URL: mails.url, MAIL_FROM: 'Copies <copies@sales.example>' }),
})

test('the customer of a sale gets the sealed file by mail, and the tick shows that', async ({
  agent,
  office,
  mails,
}) => {
  await agent.opens()
  await agent.seesAllLeads()
  await agent.sells('Standard Fiber')
  await expect.poll(() => mails.received).toHaveLength(1)
  const mail = await simpleParser(mails.received[0]?.raw ?? '')
  const [sale] = (await office.rows('opportunities')) as { session_id: string; contract_timestamp: string }[]
  const [document] = await office.documents(sale?.session_id ?? '')
  const reference = orderReference(sale?.contract_timestamp ?? '')
  expect(mail.subject).toContain(reference)
  expect(mail.attachments.map(({ filename }) => filename)).toEqual([`${reference}.pdf`])
  expect(sha256Hex(mail.attachments[0]?.content ?? '')).toBe(document?.pdf_sha256)
  await expect(agent.summary("The customer's copy")).toContainText(
    'The copy was accepted by the mail server, ',
  )
  await agent.press('My Opportunities')
  await agent.opensTicks()
  await agent.sees(/^The copy was accepted by the mail server, /)
})

test('shows a refused copy with its code, and retries it', async ({ agent, office, answers }) => {
  answers.recipient = 550
  await sells(office, 'sale_1')
  await agent.opens()
  await agent.hasWholeApp()
  // Entries that need attention open by themselves.
  await agent.press('My Opportunities')
  await agent.sees(/^The copy was not accepted by the mail server\. Refused: 550, no such mailbox\./)
  answers.recipient = 250
  await agent.press('Retry')
  await agent.sees(/^The copy was accepted by the mail server, /)
})

test('says so if no mail can be sent, and resumes', async ({ agent, office, answers, mails }) => {
  answers.sender = 550
  await sells(office, 'sale_1')
  await agent.opens('/admin/ghl')
  await agent.sees(/^No email has been sent since/)
  await agent.page.getByRole('tab', { name: 'Copies 1' }).click()
  await agent.sees('Held until Resume is pressed')
  answers.sender = 250
  await agent.press('Resume')
  await expect(agent.button('Resume')).toBeHidden()
  await expect(agent.page.getByRole('tab', { name: 'Copies 0' })).toBeVisible()
  expect(mails.received).toHaveLength(1)
})

test('a customer cancels, and the page says that it was acknowledged only once it was', async ({
  agent,
  office,
  answers,
  context,
  mails,
}) => {
  answers.recipient = 451
  const code = await sells(office, 'sale_1')
  const customer = await context.newPage()
  await customer.goto(`/copy#${code}`)
  await customer.getByRole('button', { name: 'Cancel this agreement' }).click()
  await customer.getByLabel('Postcode of the address').fill('AB1 2CD')
  await customer.getByRole('button', { name: 'Send this notice' }).click()
  await expect(customer.getByText(/We have received your cancellation\. It was recorded on /)).toBeVisible()
  await customer.reload()
  await expect(customer.getByText(/ \d{4} at \d\d:\d\d\. Your notice is recorded\./)).toBeVisible()
  await agent.opens('/admin/exceptions')
  const notices = agent.summary('From customers')
  await expect(notices).toContainText('Not acknowledged by email yet')

  answers.recipient = 250
  await agent.opens('/admin/ghl')
  await agent.page.getByRole('tab', { name: /Cancellations/ }).click()
  await agent.press('Retry all')
  await agent.opens('/admin/exceptions')
  await expect(notices).toContainText('Our acknowledgement was accepted by the mail server, ')
  await customer.reload()
  await expect(customer.getByText('We have sent you an email about it.')).toBeVisible()
  const subjects = await Promise.all(mails.received.map(async ({ raw }) => (await simpleParser(raw)).subject))
  expect(subjects).toContain(`We have received your cancellation, order ${orderReference(AT)}`)
})
