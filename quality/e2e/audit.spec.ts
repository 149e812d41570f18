import { barriersInViews } from './barriers.ts'
import { sells } from './sealed-sale.ts'
import { expect, test } from './story.ts'

test('shows what the office did, by kind, with a link to the sale', async ({ agent, office, page }) => {
  await agent.opens('/admin/audit')
  await agent.sees('Nothing yet. Corrections, retries, imports, exports and the like show here.')
  await sells(office, 'sale_1')
  await agent.opens('/admin/sales/sale_1')
  await agent.press('Record outcome')
  await agent.field('What happened').selectOption('Installed')
  await agent.press('Save')
  await expect(agent.dialog).toBeHidden()
  await agent.opens('/admin/sales')
  const download = page.waitForEvent('download')
  await agent.press('Export CSV')
  await download

  await agent.opens('/admin/audit')
  const acts = page.getByRole('region', { name: 'Acts' }).getByRole('listitem')
  await expect(acts).toHaveText([
    /^Sales exported.*Office, /,
    /^Outcome recorded.*Installed.*Office, .*Sale$/,
  ])
  expect(await barriersInViews(page)).toEqual([])
  await agent.field('What was done').selectOption('Outcome recorded')
  await expect(acts).toHaveCount(1)
  await expect(page).toHaveURL('/admin/audit#verb=outcome-recorded')
  await acts.getByRole('link', { name: 'Sale' }).click()
  await expect(agent.summary('After the signature')).toContainText('Installed on')
})
