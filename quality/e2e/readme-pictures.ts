import { type Agent, expect, test } from './story.ts'

test('takes the pictures of the wizard, the tracker and the street', async ({ agent }) => {
  await agent.opens()
  // The numerals' font shows from the second visit on.
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await agent.page.evaluate(() => document.fonts.ready)
  await agent.page.reload()
  await agent.sells('Premium Fiber')
  await startsNextSale(agent)
  await sellsTo(agent, '12 Kirk Wynd')
  await startsNextSale(agent)
  await agent.lead('14 Chapel Lane').check()
  await agent.press('Continue with Lead')
  await agent.choosesPackage('Basic Broadband')
  await agent.sees('Customer details')
  await wipesToasts(agent)
  await agent.press('My Opportunities')
  await agent.sees('Sales Opportunities Tracker')
  await agent.dialog
    .getByRole('button', { name: /^Phone/ })
    .nth(1)
    .click()
  await agent.sees(/^In the CRM since/)
  await takes(agent, 'tracker')

  await agent.page.keyboard.press('Escape')
  for (const step of [2, 1]) {
    await agent.press('Back')
    await agent.seesStep(step)
  }
  await agent.lead('6 Mill Road').scrollIntoViewIfNeeded()
  await agent.lead('100 Mill Road').check()
  await takes(agent, 'wizard')

  await agent.press('Walk')
  await visits(agent, '2 Mill Road', 'No answer')
  await visits(agent, '8 Mill Road', 'Not interested')
  await wipesToasts(agent)
  await takes(agent, 'street')
})

async function visits(agent: Agent, address: string, outcome: string): Promise<void> {
  await agent.lead(address).check({ force: true })
  await agent.press(outcome)
}

async function sellsTo(agent: Agent, address: string): Promise<void> {
  await agent.lead(address).check()
  await agent.press('Continue with Lead')
  await agent.choosesPackage('Standard Fiber')
  await agent.confirmsCustomer()
  await agent.signs()
  await agent.submits()
}

async function startsNextSale(agent: Agent): Promise<void> {
  await agent.press('Start New Sale')
  await agent.seesStep(1)
}

async function wipesToasts({ page }: Agent): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  while ((await dismiss.count()) > 0) await dismiss.first().click()
}

const takes = ({ page }: Agent, name: string) =>
  page.screenshot({ path: `docs/screenshots/${name}.png`, animations: 'disabled' })
