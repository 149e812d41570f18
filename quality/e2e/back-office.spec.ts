import { type Agent, expect } from './story.ts'
import { testWithAutomation as test } from './webhook-receiver.ts'

const REFUSED = {
  code: 'validation',
  retry: 'never',
  status: 422,
  message: 'email must be an email',
} as const
const CLOSED = { code: 'upstream', retry: 'later', status: 503, message: 'Closed for lunch' } as const
const ALL_IN_THE_CRM = 'All clear. Everything has reached the CRM.'

test('a push that the CRM refuses is seen with its reason and every attempt, and retried', async ({
  agent,
  doorstep,
  office,
}) => {
  await agent.opens('/admin/ghl')
  await agent.sees(ALL_IN_THE_CRM)
  await doorstep.failCrm(REFUSED)
  await office.creates('opportunities', { session_id: 'sale_1_a', status: 'open', customer_location: 'Here' })

  await expect(tab(agent, 'CRM pushes 1')).toBeVisible()
  await expect(row(agent, 'Here')).toContainText('email must be an email')
  await row(agent, 'Here').getByRole('button', { expanded: false }).click()
  await expect(attempts(agent)).toHaveText([/Failed \(422\).*email must be an email/])

  await agent.press('Retry')
  await agent.isTold(
    'Failed to create GHL opportunity: GHL API create-opportunity failed: 502 Bad Gateway - {"error":"email must be an email"}',
  )
  await expect(attempts(agent)).toHaveCount(2)
  await expect(agent.field('Email')).toBeVisible()

  await doorstep.failCrm(null)
  await agent.press('Retry')
  await agent.isTold('The CRM has the sale')
  await agent.sees(ALL_IN_THE_CRM)
  await agent.press('Delivered')
  await expect(attempts(agent)).toHaveText([/Accepted/, /Failed/, /Failed/])
})

test('the customer of a refused push is corrected, and the CRM hears of the new one', async ({
  agent,
  doorstep,
  office,
}) => {
  await doorstep.failCrm(REFUSED)
  await office.creates('opportunities', {
    session_id: 'sale_1_a',
    status: 'open',
    customer_name: 'Isla Turnbull',
    customer_email: 'isla@',
  })
  await agent.opens('/admin/ghl')
  await row(agent, 'Isla Turnbull').getByRole('button', { expanded: false }).click()
  await expect(agent.field('Email')).toHaveValue('isla@')
  await agent.field('Email').fill('isla@example.org')
  await doorstep.failCrm(null)
  await agent.press('Save and retry')
  await agent.isTold('Corrected and queued to be sent now')
  await agent.sees(ALL_IN_THE_CRM)
  const [sale] = await office.rows('opportunities?select=customer_email,ghl_opportunity_id')
  expect(sale).toEqual({ customer_email: 'isla@example.org', ghl_opportunity_id: expect.any(String) })
})

test('what a refused customer has given cannot be left blank, and what nobody asked for yet can', async ({
  agent,
  doorstep,
  office,
}) => {
  await doorstep.failCrm(REFUSED)
  const isla = { customer_name: 'Isla Turnbull', customer_email: 'isla@' }
  await office.creates('opportunities', { session_id: 'sale_1_a', status: 'open', ...isla })
  await agent.opens('/admin/ghl')
  await row(agent, 'Isla Turnbull').getByRole('button', { expanded: false }).click()
  await expect(agent.field('Email')).toHaveValue('isla@')
  await agent.field('Name').fill('   ')
  await agent.field('Email').fill('')
  await agent.press('Save and retry')
  await agent.sees('Name cannot be blank')
  await agent.sees('Email cannot be blank')
  await expect(agent.field('Name')).toBeFocused()
  await expect(agent.field('Name')).toHaveAccessibleDescription('Name cannot be blank')
  const stored = 'opportunities?select=customer_name,customer_email,customer_phone'
  expect(await office.rows(stored)).toEqual([{ ...isla, customer_phone: null }])

  await agent.field('Name').fill(' Isla Turnbull-Reid ')
  await expect(agent.page.getByText('Name cannot be blank')).toBeHidden()
  await agent.field('Email').fill('isla@example.org')
  await agent.field('Phone').fill('  ')
  await agent.press('Save and retry')
  await agent.isTold('Corrected and queued to be sent now')
  expect(await office.rows(stored)).toEqual([
    { customer_name: 'Isla Turnbull-Reid', customer_email: 'isla@example.org', customer_phone: null },
  ])
})

test('everything that waits is tried again at one press', async ({ agent, doorstep, office }) => {
  await doorstep.failCrm(CLOSED)
  for (const session of ['sale_1_a', 'sale_2_b', 'sale_3_c'])
    await office.creates('opportunities', { session_id: session, status: 'open' })
  await agent.opens('/admin/ghl')
  await expect(row(agent, 'sale_2_b')).toContainText('Closed for lunch')
  await doorstep.failCrm(REFUSED)
  await agent.press('Retry all')
  await expect(agent.summary('Deliveries')).toContainText('3 parked')
  await doorstep.failCrm(null)
  await agent.press('Retry all')
  await agent.isTold('3 queued to be sent now')
  await agent.sees(ALL_IN_THE_CRM)
})

test('reports to the automation service are seen, and sent again', async ({ agent, receiver, office }) => {
  await office.reports('sale_1_a')
  await agent.opens('/admin/ghl')
  await tab(agent, 'Automation 0').click()
  await agent.sees('All clear. Everything has reached the automation service.')
  await agent.press('Delivered')
  await expect(row(agent, 'sale_1_a')).toContainText('Eligibility check')
  await row(agent, 'sale_1_a').getByRole('button', { expanded: false }).click()
  await expect(attempts(agent)).toHaveText([/Accepted \(204\)/])

  await agent.press('Send again')
  await expect(attempts(agent)).toHaveCount(2)
  expect(receiver.received.map(({ step }) => step)).toEqual(['eligibility-check', 'eligibility-check'])
})

test('a report that was refused for days is corrected, and queued again', async ({ agent, office }) => {
  await office.reports('sale_1_a')
  await agent.opens('/admin/ghl')
  await tab(agent, 'Automation 0').click()
  await agent.press('Delivered')
  await expect(row(agent, 'sale_1_a')).toBeVisible()

  // What takes three days, told as if it had happened.
  await agent.page.route('**/back-office', async (route) => {
    const overview = await (await route.fetch()).json()
    overview.counts.automation.parked = 1
    await route.fulfill({ json: overview })
  })
  await agent.page.route('**/back-office/deliveries?target=automation&state=parked*', async (route) => {
    const { deliveries } = await (
      await route.fetch({ url: route.request().url().replace('parked', 'delivered') })
    ).json()
    const [report] = deliveries
    await route.fulfill({ json: { deliveries: [{ ...report, state: 'parked', reason: 'No' }], next: null } })
  })
  await agent.press('Delivered')
  await row(agent, 'sale_1_a').getByRole('button', { expanded: false }).click()
  await expect(agent.field('Address')).toHaveValue('2 High St, Riverside, AB1 2CD')
  await agent.field('Address').fill('3 High St')
  await agent.field('Voucher used').fill('')
  await agent.press('Save and retry')
  await agent.sees('Voucher used must be an amount in pounds, 0 or more')
  await expect(agent.field('Voucher used')).toBeFocused()
  await agent.field('Voucher used').fill('-1')
  await agent.sees('Voucher used must be an amount in pounds, 0 or more')

  await agent.page.route('**/back-office/deliveries/*', (route) =>
    route.fulfill({
      status: 400,
      json: {
        message: 'The body must be JSON of the expected shape.',
        details: 'payload.voucher_used: too_big',
      },
    }),
  )
  await agent.field('Voucher used').fill('1200')
  await agent.press('Save and retry')
  await agent.sees('The server rejected these fields: Voucher used')

  let sent: unknown
  await agent.page.route('**/back-office/deliveries/*', async (route) => {
    sent = route.request().postDataJSON()
    await route.fulfill({ json: { queued: 1 } })
  })
  await agent.press('Save and retry')
  await agent.isTold('Corrected and queued to be sent now')
  expect(sent).toMatchObject({
    payload: { session_id: 'sale_1_a', step: 'eligibility-check', address: '3 High St', voucher_used: 1200 },
  })
})

test('who asks for more deliveries, or retries one of them, goes on from there', async ({
  agent,
  doorstep,
  office,
}) => {
  await doorstep.failCrm(REFUSED)
  for (let sale = 1; sale <= 22; sale++)
    await office.creates('opportunities', { session_id: `sale_${sale}_a`, status: 'open' })
  await agent.opens('/admin/ghl')
  await agent.sees('22 parked')
  await agent.press('Show more')
  const rows = agent.summary('Deliveries').getByRole('listitem')
  await expect(rows).toHaveCount(22)
  await expect(rows.nth(20).getByRole('button', { expanded: false })).toBeFocused()
  await expect(rows.nth(20)).toBeInViewport()

  const next =
    (await rows
      .nth(6)
      .getByText(/^sale_/)
      .textContent()) ?? ''
  await doorstep.failCrm(null)
  await rows.nth(5).getByRole('button', { name: 'Retry' }).click()
  await expect(rows).toHaveCount(21)
  await expect(row(agent, next).getByRole('button', { expanded: false })).toBeFocused()
})

test('a receiver that wants no more is told of, and taken up again by hand', async ({
  agent,
  receiver,
  office,
}) => {
  receiver.answers(410)
  await office.reports('sale_1_a')
  await agent.opens('/admin/ghl')
  await agent.sees(/^The automation service stopped accepting reports on/)
  await tab(agent, 'Automation 1').click()
  await agent.sees('Held until Resume is pressed')
  await agent.sees('1 held')
  await expect(row(agent, 'sale_1_a')).toContainText('Held until Resume is pressed, after 1 attempt')
  await expect(agent.summary('Deliveries')).not.toContainText('due now')
  await expect(agent.summary('Deliveries')).not.toContainText('automatically')
  receiver.answers(204)
  await agent.press('Resume')
  await expect(agent.button('Resume')).toBeHidden()
  await expect(tab(agent, 'Automation 0')).toBeVisible()
  expect(receiver.received).toHaveLength(1)
})

test('what a busy server did not tell once more is said above what is there, and comes by itself', async ({
  agent,
  doorstep,
  office,
}) => {
  await doorstep.failCrm(REFUSED)
  await office.creates('opportunities', { session_id: 'sale_1_a', status: 'open', customer_location: 'Here' })
  await expect.poll(() => office.rows('ghl_sync_log?select=id')).toHaveLength(1)
  await agent.page.clock.install()
  await agent.opens('/admin/ghl')
  await row(agent, 'Here').getByRole('button', { expanded: false }).click()
  await expect(attempts(agent)).toHaveCount(1)
  const entries = agent.summary('Sync log').getByRole('listitem')
  await expect(entries).toHaveCount(1)

  const reads = /ghl_sync_log|\/attempts$/
  await agent.page.route(reads, (route) =>
    route.fulfill({ status: 503, json: { message: 'The server is busy.' } }),
  )
  await agent.press('Retry all')
  await agent.sees('Error loading the sync log: The server is busy.')
  await agent.sees('Error loading the attempts: The server is busy.')
  await expect(entries).toHaveCount(1)
  await expect(attempts(agent)).toHaveCount(1)

  await agent.page.unroute(reads)
  await agent.page.clock.fastForward('01:00')
  await expect(entries).toHaveCount(2)
  await expect(attempts(agent)).toHaveCount(2)
  await expect(agent.page.getByText(/^Error loading/)).toHaveCount(0)
})

test('a double tap that wipes a toast away presses nothing that lay behind', async ({ agent }) => {
  await agent.opens('/admin/ghl')
  await agent.press('Sync leads')
  const behind = agent.button('Delivered')
  const [toast, there] = [await agent.button('Dismiss').boundingBox(), await behind.boundingBox()]
  await agent.page.evaluate((y) => scrollBy(0, y), (there?.y ?? 0) - (toast?.y ?? 0))
  await agent.button('Dismiss').dblclick()
  await expect(agent.button('Dismiss')).toBeHidden()
  await expect(behind).toHaveAttribute('aria-expanded', 'false')
})

test('an endless name takes a few lines of the sync log and of the deliveries', async ({ agent, office }) => {
  await office.creates('opportunities', {
    session_id: 'sale_1_a',
    status: 'open',
    customer_name: 'Maximiliane '.repeat(800),
  })
  await agent.opens('/admin/ghl')
  await agent.press('Delivered')
  for (const list of ['Sync log', 'Deliveries']) {
    const entry = agent.summary(list).getByRole('listitem').filter({ hasText: 'Maximiliane' }).first()
    await expect(entry).toBeVisible()
    expect((await entry.boundingBox())?.height, list).toBeLessThan(200)
  }
  await expect(
    agent.summary('Sync log').getByTitle(/^(Maximiliane ){799}Maximiliane, sale_1_a$/),
  ).toBeVisible()
})

test('the box of an opened row leaves its reason room', async ({ agent, doorstep, office }) => {
  await doorstep.failCrm(REFUSED)
  await office.creates('opportunities', { session_id: 'sale_1_a', status: 'open' })
  await agent.opens('/admin/ghl')
  const box = await row(agent, 'sale_1_a').getByRole('button', { expanded: false }).boundingBox()
  const reason = await row(agent, 'sale_1_a').getByText('email must be an email').boundingBox()
  expect((reason?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBeGreaterThanOrEqual(2)
})

test('with letters of twice the size both receivers of deliveries are in reach', async ({ agent }) => {
  await agent.opens('/admin/ghl')
  await agent.page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await tab(agent, 'Automation 0').scrollIntoViewIfNeeded()
  await expect(tab(agent, 'CRM pushes 0')).toBeInViewport({ ratio: 1 })
  await expect(tab(agent, 'Automation 0')).toBeInViewport({ ratio: 1 })
})

test('when the server is away, what was shown stays, and the page says since when', async ({
  agent,
  doorstep,
  office,
}) => {
  await office.syncsLeads()
  await agent.opens('/admin/ghl')
  await expect(agent.summary('Sync log')).toContainText('sync_leads')
  await doorstep.kill()
  await agent.sees(/^No answer from the server since/)
  await expect(agent.summary('Sync log')).toContainText('sync_leads')
  await doorstep.restart()
  await expect(agent.page.getByText(/^No answer from the server since/)).toBeHidden()
})

const tab = ({ page }: Agent, name: string) => page.getByRole('tab', { name, exact: true })
const row = (agent: Agent, title: string) =>
  agent.summary('Deliveries').getByRole('listitem').filter({ hasText: title }).first()
const attempts = ({ page }: Agent) => page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
