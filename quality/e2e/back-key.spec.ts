import { type Agent, expect, test } from './story.ts'

test('Back goes back one step at a time, closes open dialogs, and only then leaves the app', async ({
  agent,
}) => {
  await agent.reachesContract()
  await test.step('closes the dialog that is open and leaves the step as it is', async () => {
    await agent.press('My Opportunities')
    await expect(agent.dialog).toBeVisible()
    await agent.page.goBack()
    await expect(agent.dialog).toBeHidden()
    await agent.seesStep(4)
  })
  await test.step('takes the phone back from the customer', async () => {
    await agent.press('Hand to customer')
    await expect(agent.button('My Opportunities')).toBeHidden()
    await agent.page.goBack()
    await expect(agent.button('My Opportunities')).toBeVisible()
    await agent.seesStep(4)
  })
  await test.step('goes back a step at a time, and keeps what was entered', () => goesBack(agent))
  await test.step('still goes back a step after a reload', async () => {
    await agent.page.reload()
    await agent.seesStep(4)
    await agent.page.goBack()
    await agent.seesStep(3)
    await agent.press('Continue')
    await agent.seesStep(4)
  })
  await test.step('warns once the order is submitted, and the next one leaves the app', async () => {
    await agent.signs()
    await agent.submits()
    await agent.page.goBack()
    await agent.seesToast('This order is safe: Press Back again to leave Doorstep')
    await agent.seesStep(5)
    await agent.page.goBack()
    await expect(agent.page).toHaveURL('about:blank')
  })
})

async function goesBack(agent: Agent): Promise<void> {
  for (const step of [3, 2, 1]) {
    await agent.page.goBack()
    await agent.seesStep(step)
  }
  await agent.press('Continue with Lead')
  await agent.press('Continue to Contract')
  await expect(agent.field('ID number')).toHaveValue('19800101-1234')
  await agent.press('Continue')
  await agent.seesStep(4)
}
