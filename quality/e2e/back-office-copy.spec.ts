import { startMailServer } from '#server/mail/smtp-server.testing.ts'
import { sells } from './sealed-sale.ts'
import { test as base, expect } from './story.ts'

type Mails = { mails: Awaited<ReturnType<typeof startMailServer>> }

const test = base.extend<Mails>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  mails: async ({}, use) => {
    const mails = await startMailServer()
    await use(mails)
    await mails.close()
  },
})
/** A story with a mail server. */
const testWithMail = test.extend({
  env: async ({ mails }, use) => use({ SMTP_URL: mails.url, MAIL_FROM: 'orders@example.com' }),
})

const NOT_HERE = 'Not here yet'

test('revokes the customer’s code, and makes a new one that is shown only once', async ({
  agent,
  page,
  office,
  context,
}) => {
  const code = await sells(office, 'sale_1')
  const customersPage = await context.newPage()
  const opens = async (address: string) => {
    await customersPage.goto('about:blank')
    await customersPage.goto(address)
  }
  await agent.opens('/admin/sales/sale_1')
  const copy = agent.summary("The customer's copy")
  await expect(copy).toContainText('No mail service is set up.')
  await expect(agent.button('Send again')).toHaveCount(0)

  await agent.press('Revoke code')
  await agent.press('Keep it')
  await expect(agent.dialog).toBeHidden()
  await expect(agent.button('Revoke code')).toBeFocused()
  await agent.press('Revoke code')
  await agent.press('Revoke it')
  await agent.seesToast('Code revoked: Renew it if the customer still needs one')
  await expect(copy).toContainText('The customer’s code ended on')
  await expect(agent.button('Revoke code')).toHaveCount(0)
  await opens(`/copy#${code}`)
  await expect(customersPage.getByRole('heading', { name: NOT_HERE })).toBeVisible()

  await agent.press('Renew code')
  await expect(agent.dialog).toContainText('The customer’s code no longer opens the copy.')
  await agent.press('Make a new code')
  await expect(agent.dialog.getByRole('img', { name: "Code for the customer's copy" })).toBeVisible()
  expect(await page.getByText('Code revoked').count()).toBe(0)
  await expect(agent.dialog).toContainText('It is shown only once.')
  const address = await agent.dialog.getByText(/\/copy#/).textContent()
  await agent.press('Done')
  await expect(page.getByText(/\/copy#/)).toHaveCount(0)
  await opens(address ?? '')
  await expect(customersPage.getByRole('heading', { name: 'Summary' })).toBeVisible()

  const events = agent.summary('Events')
  await expect(events).toContainText('The office revoked the customer’s code')
  await expect(events).toContainText('The office made a new code for the customer')
  await expect(events).toContainText('The chain is whole.')
})

testWithMail('mails the copy again', async ({ agent, office, mails }) => {
  await sells(office, 'sale_1')
  await expect.poll(() => mails.received).toHaveLength(1)
  await agent.opens('/admin/sales/sale_1')
  await expect(agent.summary("The customer's copy")).toContainText(
    'The copy was accepted by the mail server, ',
  )
  await agent.press('Send again')
  await agent.seesToast('Queued to be emailed now')
  await expect.poll(() => mails.received).toHaveLength(2)
  await expect(
    agent.summary('Events').getByText('The mail server accepted the email with version 1'),
  ).toHaveCount(2)
})
