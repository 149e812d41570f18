import { runOnServer } from '#server/testing/postgres-databases.ts'
import { barriersInViews } from './barriers.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

test('lists a held sale, counts it, and sends it to the CRM once the office releases it', async ({
  agent,
  page,
  databaseUrl,
}) => {
  // As a suspended phone leaves it, but in one statement: the worker must not see it without its hold.
  await runOnServer(
    databaseUrl ?? '',
    `with sale as (
      insert into opportunities (session_id, customer_name, hold) values ('sale_1', 'Ada King', 'phone-suspended')
      returning session_id)
    insert into deliveries (target, session_id) select 'crm', session_id from sale`,
  )
  await agent.opens('/admin')
  await page.getByRole('link', { name: '1 Held sale that waits for its release' }).click()
  const list = agent.summary('Held sales')
  await expect(list.getByRole('listitem')).toHaveText([/Ada King.*held just now.*The phone was suspended/])
  expect(await barriersInViews(page)).toEqual([])

  await agent.opens('/admin/sales#status=held')
  await page.getByRole('link', { name: 'Ada King' }).click()
  const notice = page.getByRole('status').filter({ hasText: 'This sale is held.' })
  await expect(notice).toBeVisible()
  expect(await barriersInViews(page)).toEqual([])
  await notice.getByRole('button', { name: 'Release' }).click()
  await agent.seesToast('Released. It is on its way now')
  await expect(notice).toBeHidden()
  const events = page.getByRole('region', { name: 'Events' })
  await expect(events).toContainText('The office released the sale')
  await expect(events).toContainText('The CRM took the sale')
  await agent.opens('/admin/exceptions')
  await expect(list).toContainText('All clear. No sale waits for its release.')
})
