import type { Agent } from './agent.ts'
import { expect, test } from './story.ts'

const SUBMITTED = 'Order submitted'
const differs = (email: string) => `The server holds other details than were signed here (email: ${email})`
const NOT_THERE = 'There is nothing at this address.'
const REFUSED = 'A text may not hold a NUL character or half of a surrogate pair.'

test('an order of which the server stored something else is not called submitted', async ({ agent }) => {
  await agent.page.route('**/rest/v1/opportunities*', async (route) => {
    const body = route.request().postData()
    if (!body?.includes('customer_email')) return route.continue()
    await route.continue({ postData: body.replace('peter.braithwaite@', 'somebody.else@') })
  })
  await agent.reachesContract()
  await agent.signs()
  await agent.submits()
  await agent.sees('Needs attention: not submitted')
  await agent.sees(differs('somebody.else@example.org'))
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeHidden()
  await agent.sees('1 sale needs attention')
})

test('a server put back to before the sale gets it again from the phone', async ({
  agent,
  doorstep,
  office,
}) => {
  test.slow()
  await doorstep.backUp()
  await agent.reachesContract()
  await agent.signs()
  await agent.submits()
  await agent.sees(SUBMITTED)
  await doorstep.restoreBackup()
  expect(await office.rows('opportunities')).toEqual([])

  await agent.page.reload()
  await agent.seesStep(5)
  await expect
    .poll(() => office.rows('opportunities?select=status,lead_id'))
    .toEqual([{ status: 'closed-won', lead_id: null }])
  await agent.sees(SUBMITTED)
})

test('a server put back to the middle of a sale is brought up again by an open app', async ({
  agent,
  doorstep,
  office,
}) => {
  test.slow()
  const stored = () => office.rows('opportunities?select=status,service_package_id')
  await agent.startsSale()
  await expect.poll(stored).toEqual([{ status: 'open', service_package_id: null }])
  await doorstep.backUp()
  await agent.choosesPackage('Premium Fiber')
  await agent.confirmsCustomer()
  await agent.signs()
  await agent.submits()
  await agent.sees(SUBMITTED)
  const sentAgain = agent.page.waitForRequest(
    (request) => request.method() !== 'GET' && request.url().includes('/rest/v1/opportunities'),
  )
  await doorstep.restoreBackup()
  await sentAgain
  await expect.poll(stored).toEqual([{ status: 'closed-won', service_package_id: 'premium' }])
  await agent.sees(SUBMITTED)
})

test('a server put back while a sale is made has all of it once it is signed', async ({
  agent,
  doorstep,
  office,
}) => {
  test.slow()
  const stored = () => office.rows('opportunities?select=status,customer_email')
  await agent.startsSale()
  await expect.poll(stored).toMatchObject([{ status: 'open' }])
  await doorstep.backUp()
  await agent.choosesPackage('Premium Fiber')
  await agent.confirmsCustomer()
  await expect.poll(stored).toMatchObject([{ customer_email: expect.any(String) }])
  const [entered] = await stored()
  await doorstep.restoreBackup()
  await agent.signs()
  await agent.submits()
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeVisible()
  expect(await stored()).toEqual([{ ...entered, status: 'closed-won' }])
})

test('what the office corrected after the signature stays as the office has it', async ({ agent }) => {
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

test('what the office changed before the signature: the agreement is as it was signed, the voucher as corrected, the rest a person decides', async ({
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
    customer_name: 'Somebody Else',
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

test('a difference that nobody has read is not settled by who sends the order again for another reason', async ({
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
  await office.changes('opportunities?session_id=neq.', { customer_email: 'new@example.org' })
  await agent.page.unroute('**/rest/v1/opportunities?session_id*')
  await agent.press('Retry')
  await agent.sees(differs('new@example.org'))
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeHidden()
  await agent.press('Retry')
  await agent.sees(SUBMITTED)
  expect(await stored()).toMatchObject([{ customer_email: 'new@example.org' }])
})

test('a report that is sent again leaves to a person what is asked of the sale itself', async ({
  agent,
  office,
}) => {
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
  await agent.sees('Needs attention: not submitted')
  await agent.press('Retry')
  await agent.sees(SUBMITTED)
})

test('a discount that was signed on a voucher which the office has lowered waits until the office allows it', async ({
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

test('an order that the phone could not send again is told of where it was submitted', async ({ agent }) => {
  await agent.reachesContract()
  await refuses(agent, '**/rest/v1/opportunities?session_id*', 'closed-won')
  await agent.signs()
  await agent.submits()
  await agent.isTold(`Needs attention: ${NOT_THERE}`)
  await agent.page.unroute('**/rest/v1/opportunities?session_id*')
  await agent.losesItsRefusalsOnce()
  await agent.press('Retry')
  await agent.isTold('Not sent: This phone couldn’t open the sale. Try again')
  await agent.press('Retry')
  await agent.sees(SUBMITTED)
})

test('what the server refuses waits for a person, who corrects it, keeps a copy, and sends it', async ({
  agent,
  office,
}) => {
  await submitsWhatIsRefused(agent)

  const download = agent.page.waitForEvent('download')
  await agent.press('Export')
  expect((await download).suggestedFilename()).toMatch(/^doorstep-sale_\d+_\w+\.json$/)

  await agent.press('Edit')
  const form = agent.page.getByRole('dialog', { name: 'Edit customer' })
  await expect(form).toBeVisible()
  await agent.page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await agent.sees('Sales Opportunities Tracker')
  await agent.press('Edit')
  await expect(form.getByLabel('Last name')).toHaveAttribute('readonly')
  await form.getByLabel('ID number').fill(' ')
  await form.getByRole('button', { name: 'Save and send again' }).click()
  await agent.isTold('Missing information: Please fill in all required fields')
  await form.getByLabel('ID number').fill('19800101-1234')
  await form.getByRole('button', { name: 'Save and send again' }).click()
  await agent.sees(/^On the server since .+, receipt checked$/)
  await agent.press('Close')
  await agent.sees(SUBMITTED)
  expect(await office.rows('opportunities?select=status,customer_id_number')).toEqual([
    { status: 'closed-won', customer_id_number: '19800101-1234' },
  ])
})

test('a correction stays open while thirty new opportunities push its card off the screen', async ({
  agent,
  office,
}) => {
  await submitsWhatIsRefused(agent)
  await agent.press('Edit')
  const phone = agent.page.getByRole('dialog', { name: 'Edit customer' }).getByLabel('Phone')
  await phone.fill('07700 900999')
  for (let others = 0; others < 30; others += 1)
    await office.creates('opportunities', { session_id: `sale_1_other${others}`, status: 'open' })
  await agent.sees('30')
  await expect(phone).toHaveValue('07700 900999')
})

/** Something on the way refuses what goes to a path and holds a word, in Doorstep's own form. */
async function refuses(agent: Agent, path: string, word: string): Promise<void> {
  await agent.page.route(path, (route) =>
    route.request().postData()?.includes(word)
      ? route.fulfill({ status: 404, json: { code: 'not-found', message: NOT_THERE } })
      : route.continue(),
  )
}

/** With half an emoji in the ID number, which no server stores: the tracker shows a sale that waits for somebody. */
async function submitsWhatIsRefused(agent: Agent): Promise<void> {
  await agent.reachesCustomer()
  await agent.page.evaluate(breakIdNumber)
  await agent.page.reload()
  await agent.press('Continue')
  await agent.isTold(`Needs attention: ${REFUSED}`)
  await agent.signs()
  await agent.submits()
  await agent.sees('Needs attention: not submitted')
  await agent.press('Show')
  await agent.sees(`Needs attention: ${REFUSED}`)
}

/** Runs in the page: leaves on the phone what the app took in the days when it took everything. */
async function breakIdNumber(): Promise<void> {
  const opening = indexedDB.open('doorstep')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const transaction = opening.result.transaction('sales', 'readwrite')
  const sales = transaction.objectStore('sales')
  const asking = sales.getAll()
  asking.addEventListener('success', () => {
    const [sale] = asking.result
    sales.put({ ...sale, customer: { ...sale.customer, idNumber: `1980${String.fromCharCode(0xd800)}` } })
  })
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  opening.result.close()
}
