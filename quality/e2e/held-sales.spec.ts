import { runOnServer } from '#server/testing/postgres-databases.ts'
import { barriersInViews } from './barriers.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

test('lists a held sale, counts it, and sends it to the CRM once the office releases it', async ({
  agent,
  page,
  databaseUrl,
}) => {
  // A sale as a suspended phone leaves it, but in one statement, because the worker must not see it without its hold.
  await runOnServer(
    databaseUrl ?? '',
    `with sale as (
      insert into opportunities (session_id, customer_name, hold)
      values ('sale_1', 'Ada King', 'phone-suspended'), ('sale_2', 'Bob Reed', 'phone-suspended')
      returning session_id)
    insert into deliveries (target, session_id) select 'crm', session_id from sale`,
  )
  await agent.opens('/admin')
  await page.getByRole('link', { name: '2 Held sales waiting to be released' }).click()
  const list = agent.summary('Held sales')
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Ada King' })).toHaveText(/held just now.*The phone was suspended/)
  expect(await barriersInViews(page)).toEqual([])

  await rows.filter({ hasText: 'Bob Reed' }).getByRole('button', { name: 'Release' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows.getByRole('link', { name: 'Ada King' })).toBeFocused()

  await agent.opens('/admin/sales#status=held')
  await page.getByRole('link', { name: 'Ada King' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'This sale is held.' })
  await expect(notice).toBeVisible()
  expect(await barriersInViews(page)).toEqual([])
  await notice.getByRole('button', { name: 'Release' }).click()
  await agent.sees('Released. It is on its way now')
  await expect(notice).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Ada King' })).toBeFocused()
  const events = page.getByRole('region', { name: 'Events' })
  await expect(events).toContainText('The office released the sale')
  await expect(events).toContainText('The CRM accepted the sale')
  await agent.opens('/admin/exceptions')
  await expect(list).toContainText('All clear. No sale is waiting to be released.')
})
