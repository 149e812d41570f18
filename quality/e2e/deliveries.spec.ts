import { attempts, REFUSED, row, tab } from './back-office-page.ts'
import { expect } from './story.ts'
import { testWithAutomation as test } from './webhook-receiver.ts'

test.use({ hasLeads: false })

const CLOSED = { code: 'upstream', retry: 'later', status: 503, message: 'Closed for lunch' } as const
const ALL_IN_THE_CRM = 'All caught up. Every sale is in the CRM.'

test('shows a refused push with its reason and every attempt, and retries it', async ({
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
  await agent.seesToast(
    'Failed to create GHL opportunity: GHL API create-opportunity failed: 502 Bad Gateway - {"error":"email must be an email"}',
  )
  await expect(attempts(agent)).toHaveCount(2)
  await expect(agent.field('Email')).toBeVisible()

  await doorstep.failCrm(null)
  await agent.press('Retry')
  await agent.seesToast('The CRM has the sale')
  await agent.sees(ALL_IN_THE_CRM)
  await agent.press('Delivered')
  await expect(attempts(agent)).toHaveText([/Accepted/, /Failed/, /Failed/])
})

test('corrects the customer of a refused push, but does not blank a field that has a value', async ({
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
  await doorstep.failCrm(null)
  await agent.press('Save and retry')
  await agent.seesToast('Corrected and queued to be sent now')
  await agent.sees(ALL_IN_THE_CRM)
  expect(await office.rows(`${stored},ghl_opportunity_id`)).toEqual([
    {
      customer_name: 'Isla Turnbull-Reid',
      customer_email: 'isla@example.org',
      customer_phone: null,
      ghl_opportunity_id: expect.any(String),
    },
  ])
})

test('sends a name that was typed back to the value that the page had read', async ({
  agent,
  doorstep,
  office,
}) => {
  await doorstep.failCrm(REFUSED)
  const read = { customer_name: 'Isla Turnbull', customer_email: 'isla@', customer_phone: null }
  await office.creates('opportunities', {
    session_id: 'sale_1_a',
    status: 'open',
    ...read,
    customer_name: 'Isla',
  })
  // Pretends that the first correction was carried out and its answer lost.
  await agent.page.route(/select=customer_name/, (route) => route.fulfill({ json: [read] }))
  await agent.opens('/admin/ghl')
  await row(agent, 'Isla').getByRole('button', { expanded: false }).click()
  await expect(agent.field('Name')).toHaveValue('Isla Turnbull')
  await agent.field('Name').fill('Isla')
  await agent.field('Name').fill('Isla Turnbull')
  await agent.press('Save and retry')
  await agent.seesToast('Corrected and queued to be sent now')
  expect(await office.rows('opportunities?select=customer_name')).toEqual([
    { customer_name: 'Isla Turnbull' },
  ])
})

test('retries everything with Retry all', async ({ agent, doorstep, office }) => {
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
  await agent.seesToast('3 queued to be sent now')
  await agent.sees(ALL_IN_THE_CRM)
})

test('shows delivered reports and sends one again', async ({ agent, receiver, office }) => {
  await office.reports('sale_1_a')
  await agent.opens('/admin/ghl')
  await tab(agent, 'Automation 0').click()
  await agent.sees('All caught up. Every report has reached the automation service.')
  await agent.press('Delivered')
  await expect(row(agent, 'sale_1_a')).toContainText('Eligibility check')
  await row(agent, 'sale_1_a').getByRole('button', { expanded: false }).click()
  await expect(attempts(agent)).toHaveText([/Accepted \(204\)/])

  await agent.press('Send again')
  await expect(attempts(agent)).toHaveCount(2)
  expect(receiver.received.map(({ step }) => step)).toEqual(['eligibility-check', 'eligibility-check'])
})

test('corrects a parked report and queues it again', async ({ agent, office }) => {
  await office.reports('sale_1_a')
  await agent.opens('/admin/ghl')
  await tab(agent, 'Automation 0').click()
  await agent.press('Delivered')
  await expect(row(agent, 'sale_1_a')).toBeVisible()

  // A report is parked only after three days, so the answers pretend that it is.
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
  await agent.seesToast('Corrected and queued to be sent now')
  expect(sent).toMatchObject({
    payload: { session_id: 'sale_1_a', step: 'eligibility-check', address: '3 High St', voucher_used: 1200 },
  })
})

test('keeps the place in the list after Show more and after Retry', async ({ agent, doorstep, office }) => {
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

test('says so if the automation service stopped accepting reports, and resumes', async ({
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
