import { expect, test } from './story.ts'
import { testWithAutomation } from './webhook-receiver.ts'

const WAITS = 'Saved on this phone, not yet submitted'
const SUBMITTED = 'Order submitted'

testWithAutomation(
  'a street without signal: the whole sale on the phone, and everything arrives by itself',
  async ({ agent, office, context, receiver }) => {
    await agent.opens()
    await agent.syncsLeads()
    await agent.hasWholeApp()
    await context.setOffline(true)
    await agent.sees('No connection. Keep selling: everything is saved on this phone.')
    await agent.sees(/^Updated (just now|\d+ minutes? ago)$/)
    await expect(agent.page.getByText(/^Error loading/)).toBeHidden()
    await agent.sells('Standard Fiber')
    await agent.sees(WAITS)
    await agent.sees('No connection. 1 sale waiting to be sent.')
    const reference = (await agent.page.getByText(/^TEL-\d{6}$/).textContent()) ?? ''

    await agent.press('My Opportunities')
    await expect(agent.page.getByRole('tab', { name: 'Won 1' })).toBeVisible()
    await expect(agent.dialog.locator('dl')).toContainText('£1,394')
    await agent.opensTicks()
    await agent.sees(/^Saved on this phone, /)
    await agent.sees('Waiting for a connection')
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
  await agent.getsReadyForTheRoad()
  await doorstep.kill()
  await agent.sees('No connection. Keep selling: everything is saved on this phone.')
  await doorstep.restart()
  await expect(agent.page.getByText(/^No connection/)).toBeHidden()
  await expect(agent.page.getByText(/^Error loading/)).toBeHidden()
})

test('the age of the list grows while nobody touches the phone', async ({ agent, doorstep }) => {
  await agent.page.clock.install()
  await agent.opens()
  await agent.syncsLeads()
  await doorstep.kill()
  await agent.page.clock.fastForward('00:06')
  await agent.sees('Updated just now')
  await agent.page.clock.fastForward('03:00:00')
  await agent.sees('Updated 3 hours ago')
})

test('a phone that slept through the end of its line says how old its list is', async ({
  agent,
  doorstep,
  office,
}) => {
  await agent.page.clock.install()
  await agent.opens()
  await agent.syncsLeads()
  await agent.page.clock.fastForward('00:40')
  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'closed-won' })
  await agent.sees('Won')
  doorstep.freeze()
  await agent.page.clock.fastForward('03:00:00')
  await agent.page.clock.fastForward('00:06')
  await agent.sees('Updated 3 hours ago')
  doorstep.thaw()
})

test('a line that hangs from the start is called none, and is followed once it answers', async ({
  agent,
  office,
}) => {
  await office.syncsLeads()
  await agent.page.clock.install()
  const asked = agent.page.waitForRequest('**/realtime/v1/changes*')
  const told = agent.page.waitForResponse('**/functions/v1/territory')
  await agent.page.route('**/realtime/v1/changes*', () => {})
  await agent.opens()
  await Promise.all([asked, told.then((answer) => answer.finished())])
  await agent.page.clock.fastForward('00:16')
  await agent.sees('No connection. Keep selling: everything is saved on this phone.')
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await agent.page.unroute('**/realtime/v1/changes*')
  await agent.page.clock.fastForward('00:16')
  await expect(agent.page.getByText(/^No connection/)).toBeHidden()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
})

test('lists that the phone is still writing down when it loses its line are known as up to date', async ({
  agent,
  office,
  context,
}) => {
  await office.syncsLeads()
  await agent.page.route('**/rest/v1/leads*', async (route) => {
    await agent.page.evaluate(keepCachedLeadsBusy)
    await route.continue()
  })
  await agent.opens()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await context.setOffline(true)
  await agent.sees('No connection. Keep selling: everything is saved on this phone.')
  await agent.sees('Updated just now')
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
  await agent.sees('No connection. Keep selling: everything is saved on this phone.')
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
  await agent.sees('Sending: 1 sale waiting to be sent.')
  await agent.page.unroute('**/rest/v1/opportunities*')
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeVisible()
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
})

/** Runs in the page: what it writes to its cached leads waits for as long as the page lives. */
async function keepCachedLeadsBusy(): Promise<void> {
  const opening = indexedDB.open('doorstep')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const leads = opening.result.transaction('leads', 'readwrite').objectStore('leads')
  const goOn = () => leads.count().addEventListener('success', goOn)
  goOn()
}
