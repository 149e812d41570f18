import { barriersInViews } from './barriers.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

const PAGE = '/admin/street'

test('shows the visits of a day and the streets of an area, without barriers', async ({
  agent,
  office,
  page,
}) => {
  await agent.opens(PAGE)
  const visits = page.getByRole('region', { name: 'Visits per day', exact: true })
  const streets = page.getByRole('region', { name: 'Streets', exact: true })
  await expect(visits).toContainText('No visits in the last 30 days.')
  await expect(streets).toContainText('No leads yet.')
  expect(await barriersInViews(page)).toEqual([])

  await office.syncsLeads()
  const [lead] = await office.rows('leads?street_address=like.*Kirk Wynd&select=id,area&limit=1')
  await office.visits({ lead_id: String(lead?.id), outcome: 'refused' })
  await expect(visits.getByRole('row')).toHaveCount(2)
  await expect(visits.getByRole('row').last()).toContainText(/\d{4}10001000/)
  await streets.getByRole('button', { name: 'Count again' }).click()
  await streets.getByLabel('Area').selectOption(String(lead?.area))
  await expect(streets.getByRole('listitem')).toContainText(/Kirk Wynd TD16 6\d+ doors · 1 visited/)
  expect(await barriersInViews(page)).toEqual([])
})

test('prints without navigation and buttons', async ({ agent, page }) => {
  await agent.opens(PAGE)
  await expect(page.getByRole('button', { name: 'Count again' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Streets', exact: true })).toBeVisible()
})
