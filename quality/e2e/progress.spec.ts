import { expect } from './story.ts'
import { testWithAutomation as test } from './webhook-receiver.ts'

test('sends every step to the automation service, field for field', async ({ agent, receiver, office }) => {
  await agent.reachesContract()
  await agent.signs()
  await agent.submits()
  await expect.poll(() => receiver.received.length).toBe(4)

  const [sale] = await office.rows('opportunities?select=session_id,customer_location')
  const place = { session_id: sale?.session_id, address: sale?.customer_location, voucher_used: 4500 }
  const noCustomer = { name: '', email: '', phone: '' }
  const customer = {
    name: 'Peter Braithwaite',
    email: 'peter.braithwaite@example.org',
    phone: expect.stringMatching(/^0/),
  }
  const flags = {
    hasCustomer: false,
    hasLocation: true,
    hasEligibility: true,
    hasService: false,
    hasContract: false,
    hasIdDocument: false,
    hasSignature: false,
  }
  const always = { ...place, rep: 'Field Agent', id_document: '', signature: '' }
  const chosen = { ...always, ...customer, product: 'Standard Fiber' }
  const withService = { ...flags, hasCustomer: true, hasService: true }
  expect(receiver.received).toEqual([
    { ...always, ...noCustomer, step: 'eligibility-check', product: '', raw_data: flags },
    { ...chosen, ...noCustomer, step: 'service-selection', raw_data: { ...flags, hasService: true } },
    { ...chosen, step: 'customer-details', raw_data: withService },
    {
      ...chosen,
      step: 'contract-signed',
      signature: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//),
      raw_data: { ...withService, hasContract: true, hasSignature: true },
    },
  ])
})

test('logs a refused report without a toast', async ({ agent }) => {
  await agent.page.clock.install()
  const logged: string[] = []
  agent.page.on('console', (message) => logged.push(message.text()))
  await agent.page.route('**/sales-progress', (route) =>
    route.fulfill({ status: 400, json: { code: 'PGRST102', message: 'The report has no such field.' } }),
  )
  await agent.startsSale()
  await agent.press('My Opportunities')
  await agent.sees('Needs attention: The report has no such field.')
  // Does not wait: a toast would disappear by itself.
  expect(await agent.page.locator('[role=alert] > div').count()).toBe(0)
  await agent.page.clock.fastForward('00:05')
  await expect(agent.page.getByLabel('Notices')).toBeEmpty()
  expect(logged).toContainEqual(expect.stringContaining('The report has no such field.'))
})
