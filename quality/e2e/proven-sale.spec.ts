import { simpleParser } from 'mailparser'
import { startMailServer } from '#server/mail/smtp-server.testing.ts'
import { runOnServer } from '#server/testing/postgres-databases.ts'
import { startCommand } from '#server/testing/run-doorstep.ts'
import { expect, test } from './story.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

const onPostgresWithMail = test.extend<{
  mails: MailServer
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  mails: async ({}, use) => {
    const mails = await startMailServer()
    await use(mails)
    await mails.close()
  },
  env: async ({ mails }, use) => use({ SMTP_URL: mails.url, MAIL_FROM: 'copies@sales.example' }),
})

onPostgresWithMail(
  'a sale made offline proves itself to customer, office and auditor',
  async ({ agent, context, office, databaseUrl, mails }) => {
    test.slow()
    const database = databaseUrl ?? ''
    await agent.getsReadyToGoOffline()
    await context.setOffline(true)
    await agent.sells('Standard Fiber')
    const code = await agent.page.getByRole('link', { name: "Open the customer's copy" }).getAttribute('href')
    await context.setOffline(false)

    await expect.poll(() => mails.received.length).toBe(1)
    const copy = await simpleParser(mails.received[0]?.raw ?? '')
    const [sale] = await office.rows('opportunities?select=session_id,customer_email,customer_location')
    expect(mails.received[0]?.to).toEqual([sale?.['customer_email']])
    const [attached] = copy.attachments
    expect(attached?.filename).toMatch(/^TEL-\d{6}\.pdf$/)
    expect(copy.subject).toContain(attached?.filename?.slice(0, 10))

    const customer = await context.newPage()
    await customer.goto(code ?? '')
    const check = (buffer: Buffer) =>
      customer
        .getByLabel('Check a file')
        .setInputFiles({ name: 'copy.pdf', mimeType: 'application/pdf', buffer })
    const pdf = attached?.content ?? Buffer.alloc(0)
    await check(pdf)
    await expect(customer.getByText('This file is, byte for byte, the one we sealed on')).toBeVisible()
    await expect(customer.getByText('The agreement in it is the one shown at your door.')).toBeVisible()
    const changed = Buffer.from(pdf)
    changed[2_000] = (changed[2_000] ?? 0) ^ 1
    await check(changed)
    await expect(customer.getByText('This file is not one we sealed.')).toBeVisible()

    await customer.getByRole('button', { name: 'Cancel this agreement' }).click()
    const postcode = String(sale?.['customer_location']).split(', ').at(-1) ?? ''
    await customer.getByLabel('Postcode of the address').fill(postcode)
    await customer.getByRole('button', { name: 'Send this notice' }).click()
    await expect(customer.getByText('We have received your cancellation.')).toBeVisible()
    await expect.poll(() => mails.received.length).toBe(2)
    await agent.opens('/admin/exceptions')
    await expect(agent.page.getByRole('region', { name: 'From customers' })).toContainText(
      'Cancelled by the customer',
    )

    const verify = () => startCommand({ DATABASE_URL: database }, 'verify').outcome
    expect(await verify()).toMatchObject({ code: 0, errors: '' })
    // Changes an event as an administrator can who switches the triggers off.
    await runOnServer(
      database,
      `set session_replication_role = replica; update evidence_events set at = at + interval '1 day' where seq = 1`,
    )
    const { code: exit, errors } = await verify()
    expect(exit).toBe(1)
    expect(errors).toContain(sale?.['session_id'])
  },
)
