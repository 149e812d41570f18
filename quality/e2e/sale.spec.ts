import { expect, onEmbeddedDatabase, test } from './story.ts'

test.use(onEmbeddedDatabase)

test('sells a package, shows it to a colleague at once, and keeps it across a restart', async ({
  agent,
  browser,
  doorstep,
}) => {
  const colleague = await browser.newPage({ baseURL: doorstep.url })
  await colleague.goto('/')
  await colleague.getByRole('button', { name: 'My Opportunities' }).click()
  await expect(
    colleague.getByText('No opportunities yet. Complete a sales flow to see data here.'),
  ).toBeVisible()

  await agent.opens()
  await agent.seesStep(1)
  await agent.syncsLeads()
  const address = await agent.continuesWithFirstLead()
  await expect(colleague.getByRole('tab', { name: /Open 1/ })).toBeVisible()

  await agent.page.getByRole('radio', { name: 'Standard Fiber' }).check()
  await agent.field('Discount').fill('100')
  await agent.press('Continue to Contract')
  await agent.sees('Details pre-filled')
  await agent.confirmsCustomer()
  await expect(colleague.getByText('£1,294').first()).toBeVisible()

  await agent.signs()
  await agent.press('Submit Order')
  await agent.seesStep(5)
  await agent.sees('Order submitted')
  const reference = (await agent.page.getByText(/^TEL-\d{6}$/).textContent()) ?? ''
  await expect(colleague.getByRole('tab', { name: /Won 1/ })).toBeVisible()

  await doorstep.restart()
  await agent.page.reload()
  await agent.seesStep(5)
  await agent.sees(reference)
  await agent.press('My Opportunities')
  await agent.sees(new RegExp(address))
  await expect(agent.page.getByRole('tab', { name: /Won 1/ })).toBeVisible()
})
