import { expect, test } from './story.ts'

const SUBMITTED = 'Order submitted'

test('submits the order if the clock is a day ahead and the system has closed the database', async ({
  agent,
  office,
  context,
}) => {
  await agent.page.addInitScript(setClockADayAhead)
  await agent.page.addInitScript(showConnection)
  await agent.getsReadyToGoOffline()
  await context.setOffline(true)
  await agent.continuesWithFirstLead()
  await agent.choosesPackage('Basic Broadband')
  await agent.confirmsCustomer()
  await agent.page.evaluate(() => (window as unknown as { connection: IDBDatabase }).connection.close())
  await agent.signs()
  await agent.submits()
  await context.setOffline(false)
  await agent.sees(SUBMITTED)
  const [sale] = await office.rows('opportunities?select=status,contract_timestamp,received_at')
  expect(sale?.status).toBe('closed-won')
  expect(Date.parse(String(sale?.contract_timestamp))).toBeGreaterThan(Date.parse(String(sale?.received_at)))
})

test('says so if the storage does not answer, and continues when it does', async ({ agent }) => {
  await agent.page.addInitScript(holdStorage)
  await agent.page.clock.install()
  await agent.opens()
  // The page may show before its script has started the timer, so the clock is moved repeatedly.
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

test('continues the sale and loads the list again if the stored list cannot be read', async ({ agent }) => {
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

/** Runs in the page: starts an upgrade of the database that does not end until `letStorageAnswer` is called. */
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

/** Runs in the page: names the last connection to a database `connection`. */
function showConnection(): void {
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = (...given) => {
    const request = open(...given)
    request.addEventListener('success', () => Object.assign(window, { connection: request.result }))
    return request
  }
}

/** Runs in the page: sets its clock a day fast. */
function setClockADayAhead(): void {
  const Real = Date
  const now = () => Real.now() + 86_400_000
  globalThis.Date = class extends Real {
    static override now = now
    constructor(...given: [] | [number]) {
      super(given.length === 0 ? now() : given[0])
    }
  } as DateConstructor
}

/** Runs in the page: makes every read of the stored leads fail. */
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
