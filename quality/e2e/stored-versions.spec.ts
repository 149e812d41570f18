import { expect, test } from './story.ts'

test('sends the calls that an older version of the app left waiting', async ({ agent, office }) => {
  await agent.opens('/favicon.svg')
  await agent.page.evaluate(leaveSaleOfVersion1)
  await agent.opens()
  await agent.seesStep(2)
  await expect
    .poll(() => office.rows('opportunities?select=session_id,status,customer_location'))
    .toEqual([{ session_id: 'sale_1_a', status: 'open', customer_location: '9 Mill Lane' }])
})

test('asks the agent to close a tab with an older version, then continues', async ({ agent, context }) => {
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

test('says so if a later version has upgraded the stored data', async ({ agent }) => {
  await agent.opens('/favicon.svg')
  await agent.page.evaluate(leaveDatabaseOfLaterVersion)
  await agent.opens()
  await agent.sees('Doorstep has been updated in another tab')
  await expect(agent.button('Load the new version')).toBeVisible()
})

/** Runs in the page: writes the database of version 1, with an unfinished sale whose creation was never sent. */
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

/** Runs in the page: leaves the database of a later release, as after a rollback of that release. */
function leaveDatabaseOfLaterVersion(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.open('doorstep', 1_000)
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
}

/** Runs in the page: keeps the database open, and ignores the request of a newer version to upgrade it. */
function keepsDatabaseOpen(): Promise<void> {
  return new Promise((resolve) => {
    indexedDB.open('doorstep').onsuccess = () => resolve()
  })
}
