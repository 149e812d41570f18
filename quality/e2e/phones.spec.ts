import { barriersInViews } from './barriers.ts'
import { expect, test } from './story.ts'

test('shows the office what each phone holds, and gives a phone a name that its sales show', async ({
  agent,
  page,
  context,
}) => {
  const desk = await context.newPage()
  await desk.goto('/admin/phones')
  await expect(desk.getByText('No phones yet.')).toBeVisible()

  await page.route('**/rest/v1/opportunities?*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await agent.opens()
  const address = await agent.continuesWithFirstLead()
  await agent.choosesPackage('Standard Fiber')
  await agent.seesStep(3)
  // A page reports when it begins to follow the server.
  const reported = page.waitForResponse('**/functions/v1/phones')
  await page.reload()
  await reported
  await desk.reload()
  const row = desk.getByRole('region', { name: 'Phones' }).getByRole('listitem')
  await expect(row).toContainText(['1 sale waits to be sent, since'])
  await expect(row).toContainText(['Phone A'])
  expect(await barriersInViews(desk)).toEqual([])

  await row.getByRole('button', { name: 'Rename' }).click()
  await desk.getByRole('textbox', { name: 'Name' }).fill('Mara')
  await desk.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(row.getByRole('heading')).toHaveText('Mara')
  await expect(row.getByRole('button', { name: 'Rename' })).toBeFocused()

  await desk.goto('/admin/sales')
  await expect(desk.getByRole('region', { name: 'Sales found' }).getByRole('listitem')).toContainText([
    'Mara',
  ])
  await desk.getByRole('link', { name: address.split(',')[0] ?? address }).click()
  await expect(desk.getByText('Made with Mara')).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Events' })).toContainText('Agent, Mara')
})
