import { type Agent, expect, test } from './story.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const WAITS = 'Saved on this phone, not yet submitted'
const SUBMITTED = 'Order submitted'

const testWithAutomation = test.extend<{ receiver: WebhookReceiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
  receiver: async ({}, use) => {
    const receiver = await startReceiver()
    await use(receiver)
    receiver.stop()
  },
  env: async ({ receiver }, use) => use({ WEBHOOK_URL: receiver.url, ALLOW_PRIVATE_WEBHOOKS: '1' }),
})

testWithAutomation(
  'a street without signal: the whole sale on the phone, and everything arrives by itself',
  async ({ agent, office, context, receiver }) => {
    await agent.opens()
    await agent.syncsLeads()
    await isReady(agent)
    await context.setOffline(true)
    await agent.sees('No connection. Go on selling: it is saved here.')
    await agent.sees(/^Updated (just now|\d+ minutes? ago)$/)
    await expect(agent.page.getByText(/^Error loading/)).toBeHidden()
    await agent.sells('Standard Fiber')
    await agent.sees(WAITS)
    await agent.sees('No connection. 1 sale waits here.')
    const reference = (await agent.page.getByText(/^TEL-\d{6}$/).textContent()) ?? ''

    await agent.press('My Opportunities')
    await expect(agent.page.getByRole('tab', { name: 'Won 1' })).toBeVisible()
    await expect(agent.dialog.locator('dl')).toContainText('£1,394')
    await agent.opensTicks()
    await agent.sees(/^Saved on this phone, /)
    await agent.sees('Waits for a line to the server')
    await agent.sees('Not in the CRM yet')
    await agent.sees('Not at the automation service yet')

    await context.setOffline(false)
    await agent.sees(/^On the server since .+, receipt checked$/)
    await agent.sees(/^In the CRM since/)
    await agent.sees(/^At the automation service since/)
    await agent.press('Close')
    await agent.sees(SUBMITTED)
    await agent.sees(reference)
    await expect(agent.page.getByText(/^No connection/)).toBeHidden()
    expect(await office.rows('opportunities?select=status,customer_name')).toEqual([
      { status: 'closed-won', customer_name: 'Peter Braithwaite' },
    ])
    expect(receiver.received.map(({ step }) => step)).toEqual([
      'eligibility-check',
      'service-selection',
      'customer-details',
      'contract-signed',
    ])
  },
)

test('a server that does not answer is noticed, though the phone itself has a line', async ({
  agent,
  doorstep,
}) => {
  await agent.opens()
  await agent.syncsLeads()
  await isReady(agent)
  await doorstep.kill()
  await agent.sees('No connection. Go on selling: it is saved here.')
  await doorstep.restart()
  await expect(agent.page.getByText(/^No connection/)).toBeHidden()
  await expect(agent.page.getByText(/^Error loading/)).toBeHidden()
})

test('a line that hangs from the start is called none, and is followed once it answers', async ({
  agent,
  office,
}) => {
  await office.syncsLeads()
  await agent.page.clock.install()
  const asked = agent.page.waitForRequest('**/realtime/v1/changes*')
  await agent.page.route('**/realtime/v1/changes*', () => {})
  await agent.opens()
  await asked
  await agent.page.clock.fastForward('00:16')
  await agent.sees('No connection. Go on selling: it is saved here.')
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await agent.page.unroute('**/realtime/v1/changes*')
  await agent.page.clock.fastForward('00:16')
  await expect(agent.page.getByText(/^No connection/)).toBeHidden()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
})

test('a line that falls silent without a word is noticed, and followed again once it carries', async ({
  agent,
  doorstep,
}) => {
  await agent.page.clock.install()
  await agent.opens()
  await agent.syncsLeads()
  await agent.page.clock.fastForward('00:40')
  await expect(agent.page.getByText(/^No connection/)).toBeHidden()
  doorstep.freeze()
  await agent.page.clock.fastForward('00:46')
  await agent.page.clock.fastForward('00:06')
  await agent.sees('No connection. Go on selling: it is saved here.')
  doorstep.thaw()
  await expect(agent.page.getByText(/^No connection/)).toBeHidden()
})

test('requests that hang hold up no step, and are given up and tried again', async ({ agent, office }) => {
  test.slow()
  await agent.opens()
  await agent.syncsLeads()
  await agent.page.route('**/rest/v1/opportunities*', () => {})
  await agent.sells('Basic Broadband')
  await agent.sees(WAITS)
  await agent.sees('Sending: 1 sale waits here.')
  await agent.page.unroute('**/rest/v1/opportunities*')
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeVisible({ timeout: 40_000 })
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
})

test('a phone whose clock is a day ahead sells as any other', async ({ agent, office, context }) => {
  await agent.page.addInitScript(goADayAhead)
  await agent.opens()
  await agent.syncsLeads()
  await isReady(agent)
  await context.setOffline(true)
  await agent.sells('Basic Broadband')
  await context.setOffline(false)
  await agent.sees(SUBMITTED)
  const [sale] = await office.rows('opportunities?select=contract_timestamp,received_at')
  expect(Date.parse(String(sale?.contract_timestamp))).toBeGreaterThan(Date.parse(String(sale?.received_at)))
})

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
  await agent.sees('The server holds other details than were signed here (email)')
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
    .poll(() => office.rows('opportunities?select=status,lead_id'), { timeout: 40_000 })
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
  await expect
    .poll(stored, { timeout: 40_000 })
    .toEqual([{ status: 'closed-won', service_package_id: 'premium' }])
  await agent.sees(SUBMITTED)
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
  await agent.sees(/^On the server since .+, changed there since$/)
  expect(writes).toEqual([])
})

test('what the server refuses waits for a person, who corrects it, keeps a copy, and sends it', async ({
  agent,
  office,
}) => {
  await agent.reachesCustomer()
  await agent.field('ID number').evaluate((field: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(field, `1980${String.fromCharCode(0xd800)}`)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await agent.press('Continue')
  await agent.isTold(`Needs attention: ${REFUSED}`)
  await agent.signs()
  await agent.submits()
  await agent.sees('Needs attention: not submitted')
  await agent.press('Show')
  await agent.sees(`Needs attention: ${REFUSED}`)

  const download = agent.page.waitForEvent('download')
  await agent.press('Export')
  expect((await download).suggestedFilename()).toMatch(/^doorstep-sale_\d+_\w+\.json$/)

  await agent.press('Edit')
  const form = agent.page.getByRole('dialog', { name: 'Edit customer' })
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

const REFUSED = 'A text may not hold a NUL character or half of a surrogate pair.'

test('a full phone says that nothing is saved, and goes on once there is room', async ({ agent, office }) => {
  await agent.reachesContract()
  await agent.signs()
  await agent.phoneKeeps({ signature: expect.anything() })
  await agent.page.evaluate(fillStorage, true)
  await agent.press('Submit Order')
  await agent.sees('Not saved: This phone could not store the sale')
  await expect(agent.page.getByText(WAITS)).toBeHidden()
  await agent.press('Try again')
  await agent.sees('Not saved: This phone could not store the sale')
  await expect.poll(() => office.rows('opportunities?select=status')).toEqual([{ status: 'qualified' }])

  await agent.page.evaluate(fillStorage, false)
  await agent.press('Try again')
  await expect(agent.page.getByRole('alertdialog')).toBeHidden()
  await agent.submits()
  await agent.sees(SUBMITTED)
})

test('a browser that has thrown everything away is found out', async ({ agent, context }) => {
  await agent.opens()
  await agent.syncsLeads()
  await isReady(agent)
  await agent.page.reload()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await expect(agent.page.getByText(/^This browser has deleted/)).toBeHidden()
  await isReady(agent)
  await context.setOffline(true)
  // Where a page has a service worker, the browser's tools do not always tell it.
  await agent.page.evaluate('window.dispatchEvent(new Event("offline"))')
  await agent.continuesWithFirstLead()
  await agent.sees('No connection. 1 sale waits here.')
  await agent.page.route('**/rest/v1/opportunities*', (route) => route.abort())
  await context.setOffline(false)
  const browser = await context.newCDPSession(agent.page)
  const origin = new URL(agent.page.url()).origin
  await agent.page.goto('about:blank')
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  await agent.opens()
  await agent.sees(
    'This browser has deleted what Doorstep kept here. 1 sale had not reached the server: ask the customer again.',
  )
  await agent.press('Understood')
  await agent.page.reload()
  await agent.seesStep(1)
  await expect(agent.page.getByText(/^This browser has deleted/)).toBeHidden()
})

test('a database that the system closes is opened again', async ({ agent, office }) => {
  await agent.page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = (...given) => {
      const request = open(...given)
      request.addEventListener('success', () => Object.assign(window, { connection: request.result }))
      return request
    }
  })
  await agent.reachesContract()
  await agent.page.evaluate(() => (window as unknown as { connection: IDBDatabase }).connection.close())
  await agent.signs()
  await agent.submits()
  await agent.sees(SUBMITTED)
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
})

test('what an older version of the app left waiting goes out with this one', async ({ agent, office }) => {
  await agent.opens('/favicon.svg')
  await agent.page.evaluate(leaveSaleOfVersion1)
  await agent.opens()
  await agent.seesStep(2)
  await expect
    .poll(() => office.rows('opportunities?select=session_id,status,customer_location'))
    .toEqual([{ session_id: 'sale_1_a', status: 'open', customer_location: '9 Mill Lane' }])
})

/** Runs in the page: the database as version 1 wrote it, with an unfinished sale whose creation was never sent. */
function leaveSaleOfVersion1(): Promise<void> {
  const customer = { firstName: '', lastName: '', email: '', phone: '', idNumber: '' }
  const sale = {
    sessionId: 'sale_1_a',
    step: 2,
    lead: null,
    customerLocation: { address: '9 Mill Lane', leadId: null },
    eligibility: { eligible: true, voucherAmount: 500, scheme: 'Project Gigabit' },
    service: null,
    customer,
    signature: null,
    contract: null,
    opened: true,
    calls: 1,
  }
  const body = { session_id: 'sale_1_a', status: 'open', customer_location: '9 Mill Lane', lead_id: null }
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('doorstep', 1)
    request.onerror = () => reject(request.error)
    request.onupgradeneeded = () => {
      const database = request.result
      database.createObjectStore('sales', { keyPath: 'sessionId' }).put(sale)
      database
        .createObjectStore('outbox', { keyPath: ['sessionId', 'sequence'] })
        .put({ kind: 'create-opportunity', sessionId: 'sale_1_a', sequence: 1, body })
      database
        .createObjectStore('leads', { keyPath: 'id' })
        .createIndex('first_order', ['minus_voucher', 'street_key'])
      database.createObjectStore('opportunities', { keyPath: 'id' })
      database.createObjectStore('marks').put('sale_1_a', 'current-sale')
    }
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
}

/** Runs in the page: its clock is a day fast. */
function goADayAhead(): void {
  const Real = Date
  const now = () => Real.now() + 86_400_000
  globalThis.Date = class extends Real {
    static override now = now
    constructor(...given: [] | [number]) {
      super(given.length === 0 ? now() : given[0])
    }
  } as DateConstructor
}

/** Runs in the page: what is put into its database from now on does not fit, or does again. */
function fillStorage(isFull: boolean): void {
  const store = IDBObjectStore.prototype as { put: (...given: unknown[]) => unknown; fits?: typeof store.put }
  store.fits ??= store.put
  store.put = isFull
    ? () => {
        throw new DOMException('There is no room.', 'QuotaExceededError')
      }
    : store.fits
}

/** Waits until the phone has the parts of the app that later steps need. */
async function isReady({ page }: Agent): Promise<void> {
  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name)
  await expect.poll(() => page.evaluate(loaded)).toContainEqual(expect.stringContaining('tracker-dialog'))
}
