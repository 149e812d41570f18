import { Agent } from './agent.ts'
import { expect, test } from './story.ts'

const WAITS = 'Saved on this phone, not yet submitted'
const SUBMITTED = 'Order submitted'

test('a phone whose clock is a day ahead sells as any other', async ({ agent, office, context }) => {
  await agent.page.addInitScript(goADayAhead)
  await agent.getsReadyForTheRoad()
  await context.setOffline(true)
  await agent.sells('Basic Broadband')
  await context.setOffline(false)
  await agent.sees(SUBMITTED)
  const [sale] = await office.rows('opportunities?select=contract_timestamp,received_at')
  expect(Date.parse(String(sale?.contract_timestamp))).toBeGreaterThan(Date.parse(String(sale?.received_at)))
})

test('a full phone says that nothing is saved, and goes on once there is room', async ({ agent, office }) => {
  await submitsOnFullPhone(agent)
  await expect(agent.page.getByText(WAITS)).toBeHidden()
  await agent.press('Try again')
  await expect(agent.button('Try again')).toBeEnabled()
  await agent.sees('Not saved: This phone couldn’t store the sale')
  await expect.poll(() => office.rows('opportunities?select=status')).toEqual([{ status: 'qualified' }])

  await agent.page.evaluate(fillStorage, false)
  await agent.press('Try again')
  await expect(agent.page.getByRole('alertdialog')).toBeHidden()
  await agent.submits()
  await agent.sees(SUBMITTED)
})

test('a full phone says so over an open dialog, and goes on in it once there is room', async ({ agent }) => {
  await agent.getsReadyForTheRoad()
  await agent.leads.first().check()
  await agent.press('Check Eligibility')
  await agent.page.evaluate(() => {
    Math.random = () => 0.1
  })
  await agent.press('Check')
  await agent.sees(/^Eligible for/)
  await agent.page.evaluate(fillStorage, true)
  await agent.press('Continue')
  const notice = agent.page.getByRole('alertdialog', { name: 'Not saved' })
  await expect(notice).toBeVisible()
  await expect(agent.button('Try again')).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Escape', 'Escape']) await agent.page.keyboard.press(key)
  await expect(agent.button('Try again')).toBeFocused()
  const copy = agent.page.waitForEvent('download')
  await agent.press('Save a copy as a file')
  await copy
  await agent.press('Try again')
  await expect(agent.button('Try again')).toBeEnabled()
  await expect(notice).toBeVisible()

  await agent.page.evaluate(fillStorage, false)
  await agent.press('Try again')
  await expect(notice).toBeHidden()
  await expect(agent.button('Continue')).toBeFocused()
  await agent.press('Continue')
  await agent.seesStep(2)
})

test('a dialog that comes late opens under what a full phone says', async ({ agent }) => {
  const arrives = Promise.withResolvers<void>()
  await agent.page.route('**/assets/tracker-dialog*', (route) => arrives.promise.then(() => route.continue()))
  await agent.opens()
  await agent.syncsLeads()
  await agent.continuesWithFirstLead()
  await agent.press('My Opportunities')
  await agent.page.evaluate(fillStorage, true)
  await agent.offer('Basic Broadband').check()
  const notice = agent.page.getByRole('alertdialog', { name: 'Not saved' })
  await expect(notice).toBeVisible()

  arrives.resolve()
  await expect(agent.page.locator('dialog')).toHaveCount(2)
  await agent.page.evaluate(fillStorage, false)
  await agent.press('Try again')
  await expect(notice).toBeHidden()
  await agent.sees('Sales Opportunities Tracker')
})

test('a full phone gives way to the tab that has taken the sale over', async ({ agent, context }) => {
  await submitsOnFullPhone(agent)
  const second = new Agent(await context.newPage())
  await second.opens()
  await second.press('Take over')
  await second.submits()
  await agent.press('Try again')
  await expect(agent.page.getByRole('alertdialog')).toBeHidden()
  await agent.seesStep(5)
})

/** Signs, and submits when the phone has no room for it any more. */
async function submitsOnFullPhone(agent: Agent): Promise<void> {
  await agent.reachesContract()
  await agent.signs()
  await agent.phoneKeeps({ signature: expect.anything() })
  await agent.page.evaluate(fillStorage, true)
  await agent.press('Submit Order')
  await agent.sees('Not saved: This phone couldn’t store the sale')
}

test('a phone whose storage does not answer says so, and goes on when it does', async ({ agent }) => {
  await agent.page.addInitScript(holdStorage)
  await agent.page.clock.install()
  await agent.opens()
  // The page is seen before its scripts have begun to wait.
  await expect(async () => {
    await agent.page.clock.fastForward('00:11')
    await expect(agent.page.getByText('Waiting for this browser’s storage')).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  await expect(agent.button('Try again')).toBeVisible()
  await agent.page.evaluate('globalThis.letStorageAnswer()')
  await agent.syncsLeads()
})

test('a phone that cannot read its list of leads goes on with the sale, and gets the list anew', async ({
  agent,
}) => {
  await agent.reachesCustomer()
  await agent.page.addInitScript(failToReadLeads)
  const read = agent.page.waitForResponse('**/rest/v1/leads*')
  await agent.page.reload()
  await read
  await agent.seesStep(3)
  for (const step of [2, 1]) {
    await agent.press('Back')
    await agent.seesStep(step)
  }
  await expect(agent.leads.first()).toBeVisible()
})

test('a browser that has thrown everything away is found out', async ({ agent, office, context }) => {
  await agent.getsReadyForTheRoad()
  await agent.page.reload()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await expect(agent.page.getByText(/^This browser deleted/)).toBeHidden()
  await agent.hasWholeApp()
  // A stream that opened only after the word that there is no line would say that there is one.
  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'contacted' })
  await expect(agent.page.getByRole('radiogroup', { name: 'Leads' })).toContainText('Contacted')
  await context.setOffline(true)
  // Where a page has a service worker, the browser's tools do not always tell it.
  await agent.page.evaluate('window.dispatchEvent(new Event("offline"))')
  await agent.continuesWithFirstLead()
  await agent.sees('No connection. 1 sale waiting to be sent.')
  await agent.page.route('**/rest/v1/opportunities*', (route) => route.abort())
  await context.setOffline(false)
  await losesDatabase(agent)
  await agent.opens()
  await agent.sees(
    'This browser deleted what Doorstep had saved here. 1 sale hadn’t reached the server: please ask the customer again.',
  )
  await agent.press('Understood')
  await agent.page.reload()
  await agent.seesStep(1)
  await expect(agent.page.getByText(/^This browser deleted/)).toBeHidden()
})

test('a signed sale outlives the database that the browser has thrown away', async ({
  agent,
  context,
  office,
}) => {
  await agent.getsReadyForTheRoad()
  await context.setOffline(true)
  await agent.sells('Standard Fiber')
  await agent.sees(WAITS)
  const reference = (await agent.page.getByText(/^TEL-\d{6}$/).textContent()) ?? ''
  await expect.poll(() => agent.page.evaluate(countSecondCopies)).toBe(1)
  await agent.page.route('**/rest/v1/opportunities*', (route) => route.abort())
  await context.setOffline(false)
  await losesDatabase(agent)

  await agent.opens()
  await agent.sees(WAITS)
  await agent.sees(reference)
  await expect(agent.page.getByText(/^This browser deleted/)).toBeHidden()
  await agent.page.unroute('**/rest/v1/opportunities*')
  await agent.sees(SUBMITTED)
  expect(await office.rows('opportunities?select=status,customer_id_number')).toEqual([
    { status: 'closed-won', customer_id_number: '19800101-1234' },
  ])
  await expect.poll(() => agent.page.evaluate(countSecondCopies)).toBe(0)
})

test('a signed sale that the server has lost outlives the database as well', async ({ agent }) => {
  await agent.getsReadyForTheRoad()
  await agent.sells('Standard Fiber')
  await agent.sees(SUBMITTED)
  await expect.poll(() => agent.page.evaluate(countSecondCopies)).toBe(0)
  await agent.page.route('**/rest/v1/opportunities*', (route) => route.abort())
  await agent.page.route('**/functions/v1/verify-sales', (route) => {
    const { sales } = route.request().postDataJSON()
    const missing = sales.map(({ session_id }: { session_id: string }) => session_id)
    return route.fulfill({ json: { ok: [], missing, different: [] } })
  })
  await agent.page.reload()
  await agent.sees(WAITS)
  await expect.poll(() => agent.page.evaluate(countSecondCopies)).toBe(1)
  await losesDatabase(agent)

  await agent.opens()
  await agent.sees(WAITS)
  await agent.page.unrouteAll()
  await agent.sees(SUBMITTED)
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

test('a tab with an older version of the app is to be closed, and then the new one goes on', async ({
  agent,
  context,
}) => {
  await agent.opens('/favicon.svg')
  await agent.page.evaluate(leaveSaleOfVersion1)
  const older = await context.newPage()
  await older.goto(agent.page.url())
  await older.evaluate(keepsDatabaseOpen)
  await agent.opens()
  await agent.sees('Close your other Doorstep tabs')
  await older.close()
  await agent.seesStep(2)
})

test('a page that is older than what the phone keeps says so', async ({ agent }) => {
  await agent.opens('/favicon.svg')
  await agent.page.evaluate(leaveDatabaseOfLaterVersion)
  await agent.opens()
  await agent.sees('Doorstep has been updated in another tab')
  await expect(agent.button('Load the new version')).toBeVisible()
})

/** As a browser does that finds it damaged. */
async function losesDatabase({ page }: Agent): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

/** Runs in the page. */
async function countSecondCopies(): Promise<number> {
  const cache = await caches.open('doorstep-second-copies')
  return (await cache.keys()).length
}

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

/** Runs in the page: the database as a release leaves it that is put back afterwards. */
function leaveDatabaseOfLaterVersion(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.open('doorstep', 1_000)
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
}

/** Runs in the page, which does not know that a newer version could want the database. */
function keepsDatabaseOpen(): Promise<void> {
  return new Promise((resolve) => {
    indexedDB.open('doorstep').onsuccess = () => resolve()
  })
}

/** Runs in the page: whoever opens the database waits behind one who does not come to an end. */
function holdStorage() {
  const opening = indexedDB.open('doorstep', 1)
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore('held')
    let isHeld = true
    const holdOn = () => {
      if (isHeld) store.get(1).onsuccess = holdOn
      else opening.transaction?.abort()
    }
    holdOn()
    Object.assign(globalThis, { letStorageAnswer: () => (isHeld = false) })
  }
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

/** Runs in the page: no leads come out of its database. */
function failToReadLeads(): void {
  for (const { prototype } of [IDBObjectStore, IDBIndex]) {
    const { getAll } = prototype
    prototype.getAll = function (this: IDBObjectStore | IDBIndex, ...given) {
      const store = this instanceof IDBIndex ? this.objectStore : this
      if (store.name === 'leads') throw new DOMException('Internal error.', 'UnknownError')
      return Reflect.apply(getAll, this, given)
    }
  }
}
