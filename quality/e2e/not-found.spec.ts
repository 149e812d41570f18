import { expect, test } from './story.ts'

test('an address that leads nowhere says so and leads home', async ({ agent }) => {
  const answer = await agent.page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await agent.sees('Oops! Page not found')
  await agent.page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(agent.page).toHaveURL('/')
  await agent.seesStep(1)
})
