import { type Agent, expect, test } from './story.ts'

const SUBMITTED = 'Order submitted'
const differs = (email: string) => `The server holds other details than were signed here (email: ${email})`
const NOT_THERE = 'There is nothing at this address.'

test('does not say Order submitted if the server stored something else', async ({ agent }) => {
  await agent.page.route('**/rest/v1/opportunities*', async (route) => {
    const body = route.request().postData()
    if (!body?.includes('customer_email')) return route.continue()
    await route.continue({ postData: body.replace('peter.braithwaite@', 'other.person@') })
  })
  await agent.reachesContract()
  await agent.signs()
  await agent.submits()
  await agent.sees('We couldn’t submit this order')
  await agent.sees(differs('other.person@example.org'))
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeHidden()
  await expect(agent.page.getByText(/needs attention/i)).toHaveCount(0)
})

test('keeps what the office corrected after the signature', async ({ agent }) => {
  await agent.reachesContract()
  await agent.signs()
  await agent.submits()
  await agent.sees(SUBMITTED)
  await agent.page.route('**/functions/v1/verify-sales', async (route) => {
    const { sales } = route.request().postDataJSON()
    const ids = sales.map(({ session_id }: { session_id: string }) => session_id)
    await route.fulfill({ json: { ok: [], missing: [], different: ids } })
  })
  const writes: string[] = []
  agent.page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/rest/v1/')) writes.push(request.url())
  })
  await agent.page.reload()
  await agent.sees(SUBMITTED)
  await agent.press('My Opportunities')
  await agent.opensTicks()
  await agent.sees(/^On the server since .+, edited by the office since$/)
  expect(writes).toEqual([])
})

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
  await agent.sees(differs('new@example.org'))
  await agent.press('Retry')
  await agent.sees(SUBMITTED)
  expect(await stored()).toEqual([{ ...signed, ...corrected, customer_email: 'new@example.org' }])
  await agent.press('My Opportunities')
  await agent.opensTicks()
  await agent.sees(/^On the server since .+, edited by the office since$/)
})

test('says so if the order cannot be sent again, and shows a new difference if it is sent for another reason', async ({
  agent,
  office,
}) => {
  await agent.reachesContract()
  const stored = () => office.rows('opportunities?select=customer_name,customer_email')
  await expect.poll(stored).toMatchObject([{ customer_name: expect.any(String) }])
  await refuses(agent, '**/rest/v1/opportunities?session_id*', 'closed-won')
  await agent.signs()
  await agent.submits()
  await agent.sees(NOT_THERE)
  await agent.failsToReadRefusalsOnce()
  await agent.press('Retry')
  await agent.seesToast('Not sent: This phone couldn’t open the sale. Try again')
  await office.changes('opportunities?session_id=neq.', { customer_email: 'new@example.org' })
  await agent.page.unroute('**/rest/v1/opportunities?session_id*')
  await agent.press('Retry')
  await agent.sees(differs('new@example.org'))
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeHidden()
  await agent.press('Retry')
  await agent.sees(SUBMITTED)
  expect(await stored()).toMatchObject([{ customer_email: 'new@example.org' }])
})

test('leaves a difference to the agent if only a report is retried', async ({ agent, office }) => {
  await refuses(agent, '**/functions/v1/sales-progress', 'customer-details')
  await agent.reachesContract()
  const stored = () => office.rows('opportunities?select=customer_name')
  await expect.poll(stored).toMatchObject([{ customer_name: expect.any(String) }])
  await office.changes('opportunities?session_id=neq.', { customer_email: 'new@example.org' })
  await agent.signs()
  await agent.submits()
  await agent.sees(differs('new@example.org'))
  await agent.page.unroute('**/functions/v1/sales-progress')
  await agent.press('My Opportunities')
  const tick = (text: string) => agent.dialog.getByRole('listitem').filter({ hasText: text }).last()
  const taken = agent.page.waitForResponse('**/functions/v1/sales-progress')
  await tick(`Needs attention: ${NOT_THERE}`).getByRole('button', { name: 'Retry' }).click()
  expect((await taken).ok()).toBe(true)
  await expect(tick('Not at the automation service yet')).toBeVisible()
  await agent.press('Close')
  await expect(agent.dialog).toBeHidden()
  await agent.sees('We couldn’t submit this order')
  await agent.press('Retry')
  await agent.sees(SUBMITTED)
})

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
