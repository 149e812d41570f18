import { expect, test } from './story.ts'
import { testWithAutomation } from './webhook-receiver.ts'

const WAITS = 'Signed and saved on this phone, not yet submitted'
const SUBMITTED = 'Order submitted'

testWithAutomation(
  'makes a whole sale offline and sends everything when back online',
  async ({ agent, office, context, receiver }) => {
    await agent.opens()
    await agent.seesAllLeads()
    await agent.hasWholeApp()
    await context.setOffline(true)
    await agent.sees('You’re offline. Carry on: everything is saved on this phone.')
    await agent.sees(/^Updated (just now|\d+ minutes? ago)$/)
    await expect(agent.page.getByText(/^Error loading/)).toBeHidden()
    await agent.press('Sync GHL')
    await agent.seesToast('Lead sync failed: You’re offline. It will work when you’re back online')
    await agent.continuesWithFirstLead()
    await agent.choosesPackage('Standard Fiber')
    await agent.phoneKeeps({ step: 3, calls: 4 })
    await agent.sees('You’re offline. Carry on: everything is saved on this phone.')
    await agent.confirmsCustomer()
    await agent.signs()
    await agent.submits()
    await agent.sees(WAITS)
    await agent.sees('You’re offline. 1 sale waiting.')
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
    await expect(agent.page.getByText(/^You’re offline/)).toBeHidden()
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

test('notices a silent connection, updates the age of the list, and shows that it ended even if the phone was asleep', async ({
  agent,
  doorstep,
  office,
}) => {
  await agent.page.clock.install()
  await agent.opens()
  await agent.seesAllLeads()
  await agent.page.clock.fastForward('00:40')
  await expect(agent.page.getByText(/^You’re offline/)).toBeHidden()
  doorstep.freeze()
  await agent.page.clock.fastForward('00:46')
  await agent.page.clock.fastForward('00:06')
  await agent.sees('You’re offline. Carry on: everything is saved on this phone.')
  await agent.sees(/^Updated (just now|1 minute ago)$/)
  await agent.page.clock.fastForward('03:00:00')
  await agent.sees('Updated 3 hours ago')
  doorstep.thaw()
  await expect(agent.page.getByText(/^You’re offline/)).toBeHidden()

  await test.step('shows the age of the list', async () => {
    await office.changes('leads?street_address=eq.6 Mill Road', { status: 'closed-won' })
    await agent.sees('Won')
    doorstep.freeze()
    await agent.page.clock.fastForward('03:00:00')
    await agent.page.clock.fastForward('00:06')
    await agent.sees('Updated 3 hours ago')
    doorstep.thaw()
  })
})

test('is online without a stream that never answers, says how old the list is, and follows the stream once it answers', async ({
  agent,
  office,
}) => {
  await agent.page.clock.install()
  const asked = agent.page.waitForRequest('**/realtime/v1/changes*')
  const answered = agent.page.waitForResponse('**/functions/v1/territory')
  await agent.page.route('**/realtime/v1/changes*', () => {})
  await agent.opens()
  await Promise.all([asked, answered.then((answer) => answer.finished())])
  await agent.page.clock.fastForward('00:16')
  await agent.sees(/^Updated (just now|1 minute ago)$/)
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await expect(agent.page.getByText(/^You’re offline/)).toBeHidden()
  await office.changes('leads?street_address=eq.6 Mill Road', { status: 'contacted' })
  await agent.press('Refresh')
  await expect(agent.page.getByRole('radiogroup', { name: 'Leads' })).toContainText('Contacted')
  await agent.page.unroute('**/realtime/v1/changes*')
  await agent.page.clock.fastForward('00:16')
  await expect(agent.page.getByText(/^Updated/)).toBeHidden()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
})

test('says that the list is up to date if the connection ends while it is being stored', async ({
  agent,
  context,
}) => {
  await agent.page.route('**/rest/v1/leads*', async (route) => {
    await agent.page.evaluate(keepCachedLeadsBusy)
    await route.continue()
  })
  await agent.opens()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await context.setOffline(true)
  await agent.sees('You’re offline. Carry on: everything is saved on this phone.')
  await agent.sees('Updated just now')
})

test('continues if a request hangs, and retries it', async ({ agent, office }) => {
  test.slow()
  await agent.opens()
  await agent.seesAllLeads()
  await agent.page.route('**/rest/v1/opportunities*', () => {})
  await agent.sells('Basic Broadband')
  await agent.sees(WAITS)
  await agent.sees('Sending: 1 sale waiting.')
  await agent.page.unroute('**/rest/v1/opportunities*')
  await expect(agent.page.getByText(SUBMITTED, { exact: true })).toBeVisible()
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
})

/** Runs in the page: holds a transaction on the stored leads, so that every write of them waits. */
async function keepCachedLeadsBusy(): Promise<void> {
  const opening = indexedDB.open('doorstep')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const leads = opening.result.transaction('leads', 'readwrite').objectStore('leads')
  const goOn = () => leads.count().addEventListener('success', goOn)
  goOn()
}
