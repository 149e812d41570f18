import { type Agent, expect, test } from './story.ts'

const SUBMITTED = 'Order submitted'
const differs = (email: string) => `The server’s details differ from those signed here (email: ${email})`
const NOT_THERE = 'There is nothing at this address.'
const PROGRESS = '**/functions/v1/sales-progress'
const WRITES = '**/rest/v1/opportunities?session_id*'

test('keeps the signed terms and the corrected voucher, and asks about the rest, if the office edits before the signature', async ({
  agent,
  office,
}) => {
  await agent.reachesContract()
  const terms = 'customer_name,customer_email,service_speed'
  const stored = () =>
    office.rows(`opportunities?select=${terms},eligibility_status,eligibility_scheme,voucher_amount`)
  await expect.poll(stored).toMatchObject([{ customer_name: expect.any(String) }])
  const [signed] = await stored()
  const corrected = { eligibility_status: false, eligibility_scheme: 'Superfast here', voucher_amount: 0 }
  await office.changes('opportunities?session_id=neq.', {
    ...corrected,
    customer_name: 'Other Person',
    customer_email: 'new@example.org',
    service_speed: '1 Mbps',
  })
  await agent.signs()
  await agent.submits()
  await agent.sees('We couldn’t submit this order')
  await agent.sees(differs('new@example.org'))
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeHidden()
  await expect(agent.page.getByText(/needs attention/i)).toHaveCount(0)
  await agent.press('Retry')
  await agent.sees(SUBMITTED)
  expect(await stored()).toEqual([{ ...signed, ...corrected, customer_email: 'new@example.org' }])
  await agent.press('My Opportunities')
  await agent.opensTicks()
  await agent.sees(/^On the server since .+, later edited by the office$/)
})

test('says so if the order cannot be sent again, shows a new difference, and leaves it to the agent', async ({
  agent,
  office,
}) => {
  await refuses(agent, PROGRESS, 'customer-details')
  await agent.reachesContract()
  const stored = () => office.rows('opportunities?select=customer_name,customer_email')
  await expect.poll(stored).toMatchObject([{ customer_name: expect.any(String) }])
  await refuses(agent, WRITES, 'closed-won')
  await agent.signs()
  await agent.submits()
  await agent.sees(NOT_THERE)
  await agent.failsToReadRefusalsOnce()
  await agent.press('Retry')
  await agent.seesToast('Not sent: This phone couldn’t open the sale. Try again')
  await office.changes('opportunities?session_id=neq.', { customer_email: 'new@example.org' })
  await agent.page.unroute(WRITES)
  await agent.press('Retry')
  await agent.sees(differs('new@example.org'))
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeHidden()
  await test.step('leaves the difference to the agent if only a report is retried', () =>
    retriesReport(agent))
  await agent.press('Retry')
  await agent.sees(SUBMITTED)
  expect(await stored()).toMatchObject([{ customer_email: 'new@example.org' }])
})

async function retriesReport(agent: Agent): Promise<void> {
  await agent.page.unroute(PROGRESS)
  await agent.press('My Opportunities')
  const tick = (text: string) => agent.dialog.getByRole('listitem').filter({ hasText: text }).last()
  const taken = agent.page.waitForResponse(PROGRESS)
  await tick(`Needs attention: ${NOT_THERE}`).getByRole('button', { name: 'Retry' }).click()
  expect((await taken).ok()).toBe(true)
  await expect(tick('Not at the automation service yet')).toBeVisible()
  await agent.press('Close')
  await expect(agent.dialog).toBeHidden()
  await agent.sees('We couldn’t submit this order')
}

test('holds back a signed discount if the office lowered the voucher, until the office raises it', async ({
  agent,
  office,
}) => {
  await agent.startsSale()
  await agent.offer('Standard Fiber').check()
  await agent.field('Discount').fill('300')
  await agent.press('Continue to Contract')
  await agent.confirmsCustomer()
  const stored = () =>
    office.rows('opportunities?select=status,customer_name,customer_discount,voucher_amount')
  await expect.poll(stored).toMatchObject([{ customer_name: expect.any(String), customer_discount: 300 }])
  const sale = 'opportunities?session_id=neq.'
  await office.changes(sale, { voucher_amount: 100, customer_discount: 0, total_value: null })
  await agent.signs()
  await agent.submits()
  await agent.sees('The discount must be between 0 and the voucher amount.')
  await office.changes(sale, { voucher_amount: 400 })
  await agent.press('Retry')
  await agent.sees(SUBMITTED)
  expect(await stored()).toMatchObject([
    { status: 'closed-won', customer_discount: 300, voucher_amount: 400 },
  ])
})

/** Refuses every call to `path` whose body contains `word`, as Doorstep would. */
async function refuses(agent: Agent, path: string, word: string): Promise<void> {
  await agent.page.route(path, (route) =>
    route.request().postData()?.includes(word)
      ? route.fulfill({ status: 404, json: { code: 'not-found', message: NOT_THERE } })
      : route.continue(),
  )
}
