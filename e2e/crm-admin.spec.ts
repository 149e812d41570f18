import { type Agent, expect, test } from './story.ts'

const CLOSED = { code: 'upstream', retry: 'later', status: 503, message: 'Closed for lunch' } as const

test('the connection test says what it does and shows what the CRM answers', async ({ agent }) => {
  await agent.opens('/admin/ghl')
  await expect(agent.page.getByRole('heading', { name: 'GHL Connection Test' })).toBeVisible()
  await seesBadge(agent, 'idle')

  await agent.press('Check credentials')
  await seesBadge(agent, 'success GHL connection OK')
  await expect(agent.summary('Result')).toContainText('"success": true')
  await agent.press('Run diagnostics')
  await seesBadge(agent, 'success Diagnostics completed')
  await expect(agent.summary('Result')).toContainText('"checks": [')
  await agent.press('Sync leads')
  await seesBadge(agent, 'success Synced 40 leads from GoHighLevel')
  await expect(agent.summary('Result')).toContainText('"syncedCount": 40')

  await expect(agent.summary('Sync log').getByRole('listitem')).toContainText([
    'sync_leads',
    'diagnostics',
    'check_credentials',
  ])
})

test('the badge says that a test is under way', async ({ agent }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await agent.page.route('**/functions/v1/ghl-sync*', async (route) => {
    await answered
    await route.continue()
  })
  await agent.opens('/admin/ghl')
  await agent.press('Check credentials')
  await seesBadge(agent, 'syncing')
  await expect(agent.button('Run diagnostics')).toBeDisabled()
  answer()
  await seesBadge(agent, 'success GHL connection OK')
})

test('what fails is said in the words of the CRM', async ({ agent, doorstep }) => {
  await doorstep.failCrm(CLOSED)
  await agent.opens('/admin/ghl')
  await agent.press('Check credentials')
  await seesBadge(agent, 'error Connection failed')
  await expect(agent.summary('Result')).toContainText('Closed for lunch')
  await agent.press('Run diagnostics')
  await seesBadge(agent, 'error Diagnostics failed')
  await agent.press('Sync leads')
  await agent.isTold(
    'Lead sync failed: GHL API sync-leads failed: 502 Bad Gateway - {"error":"Closed for lunch"}',
  )
  await seesBadge(agent, 'error')
  await expect(agent.summary('Sync log')).toContainText('Closed for lunch')
})

async function seesBadge({ page }: Agent, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^(idle|syncing|success|error) / })).toContainText(
    text,
  )
}
