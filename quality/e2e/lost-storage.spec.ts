import { type Agent, expect, test } from './story.ts'

const WAITS = 'Signed and saved on this phone, not yet submitted'
const SUBMITTED = 'Order submitted'

test('says how many sales are lost if the browser has deleted its data', async ({
  agent,
  office,
  context,
}) => {
  await agent.getsReadyToGoOffline()
  await agent.page.reload()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await expect(agent.page.getByText(/^Your browser has cleared/)).toBeHidden()
  await agent.hasWholeApp()
  // Waits for the stream: if it opened after the event below, the phone would count as online again.
  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'contacted' })
  await expect(agent.page.getByRole('radiogroup', { name: 'Leads' })).toContainText('Contacted')
  await context.setOffline(true)
  // If a page has a service worker, setOffline does not always fire this event.
  await agent.page.evaluate('window.dispatchEvent(new Event("offline"))')
  await agent.continuesWithFirstLead()
  await expect.poll(() => agent.page.evaluate(() => document.cookie)).toContain('doorstep-keeps=1')
  await agent.page.route('**/rest/v1/opportunities*', (route) => route.abort())
  await context.setOffline(false)
  await losesDatabase(agent)
  await agent.opens()
  await agent.sees(
    'Your browser has cleared Doorstep’s storage. 1 sale hadn’t been sent. Please see that customer again.',
  )
  await agent.press('Understood')
  await agent.page.reload()
  await agent.seesStep(1)
  await expect(agent.page.getByText(/^Your browser has cleared/)).toBeHidden()
})

test('restores a signed sale if the browser has deleted the database, even if the server has lost it too', async ({
  agent,
  context,
  office,
}) => {
  await agent.getsReadyToGoOffline()
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
  await expect(agent.page.getByText(/^Your browser has cleared/)).toBeHidden()
  await agent.page.unroute('**/rest/v1/opportunities*')
  await agent.sees(SUBMITTED)
  expect(await office.rows('opportunities?select=status,customer_id_number')).toEqual([
    { status: 'closed-won', customer_id_number: '19800101-1234' },
  ])
  await expect.poll(() => agent.page.evaluate(countSecondCopies)).toBe(0)

  await test.step('even if the server lost it too', () => losesBoth(agent))
})

async function losesBoth(agent: Agent): Promise<void> {
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
}

/** Deletes the database, as a browser does if it finds the database damaged. */
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
