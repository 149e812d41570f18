import { type Agent, expect, test } from './story.ts'

test('clears the customer, here and on the server, if the lead changes, and restores what was typed with the lead', async ({
  agent,
  office,
}) => {
  await agent.reachesCustomer()
  await agent.field('First name').fill('Petra')
  await agent.confirmsCustomer()
  await agent.press('Back')
  await agent.seesStep(3)
  await goesBackTo(agent, '12 Kirk Wynd')
  const ofCustomer = 'customer_location,customer_name,customer_email,customer_phone'
  await expect
    .poll(() => office.rows(`opportunities?select=${ofCustomer}`))
    .toEqual([
      {
        customer_location: '12 Kirk Wynd, Greenfield Valley, TD16 6RD',
        customer_name: null,
        customer_email: null,
        customer_phone: null,
      },
    ])
  await agent.press('Continue to Contract')
  await agent.seesToast('Details pre-filled')
  await expect(agent.field('First name')).not.toHaveValue(/^(Petra|Peter)?$/)
  await expect(agent.field('ID number')).toHaveValue('')
  await agent.field('ID number').fill('19900202-5678')

  await goesBackTo(agent, '6 Mill Road')
  await agent.page.reload()
  await agent.seesStep(2)
  await agent.press('Continue to Contract')
  await expect(agent.field('First name')).toHaveValue('Petra')
  await expect(agent.field('Last name')).toHaveValue('Braithwaite')
  await expect(agent.field('ID number')).toHaveValue('19800101-1234')
})

async function goesBackTo(agent: Agent, lead: string): Promise<void> {
  for (const step of [2, 1]) {
    await agent.press('Back')
    await agent.seesStep(step)
  }
  await agent.lead(lead).check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
}
