import { Agent } from './agent.ts'
import { expect, test } from './story.ts'

const ELSEWHERE = 'This sale is open in another tab. Here you can only read it.'

test('of two tabs on one sale one writes; the other follows, and can take over', async ({
  agent,
  context,
  office,
}) => {
  await agent.reachesCustomer()
  const second = new Agent(await context.newPage())
  await second.opens()
  await second.sees(ELSEWHERE)
  await second.seesStep(3)
  await expect(second.button('Continue')).toBeDisabled()
  await expect(second.field('First name')).toBeDisabled()
  await agent.field('First name').fill('Petra')
  await expect(second.field('First name')).toHaveValue('Petra')

  await second.press('Take over')
  await agent.sees(ELSEWHERE)
  await expect(agent.button('Continue')).toBeDisabled()
  await expect(second.page.getByText(ELSEWHERE)).toBeHidden()
  await second.confirmsCustomer()
  await agent.seesStep(4)
  await second.page.close()
  await expect(agent.page.getByText(ELSEWHERE)).toBeHidden()
  await agent.signs()
  await agent.submits()
  await agent.sees('Order submitted')
  expect(await office.rows('opportunities?select=status,customer_name')).toEqual([
    { status: 'closed-won', customer_name: 'Petra Braithwaite' },
  ])
})

test('two tabs that send at once make one sale', async ({ agent, context, office }) => {
  await agent.page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  await agent.reachesContract()
  const second = new Agent(await context.newPage())
  await second.page.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  await second.opens()
  await second.seesStep(4)
  await context.setOffline(true)
  await second.signs()
  await second.submits()
  await second.sees('Saved on this phone, not yet submitted')
  await context.setOffline(false)
  await second.sees('Order submitted')
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
})
