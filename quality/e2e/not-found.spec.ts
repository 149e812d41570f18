import { expect, test } from './story.ts'

test('returns 404 and a link home for an unknown address', async ({ agent }) => {
  const answer = await agent.page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await agent.sees('Oops! Page not found')
  await agent.page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(agent.page).toHaveURL('/')
  await agent.seesStep(1)
})
