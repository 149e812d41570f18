import type { Locator } from '@playwright/test'
import { logEntries } from './back-office-page.ts'
import { type Agent, expect, test } from './story.ts'

test.use({ hasLeads: false })

const CLOSED = { code: 'upstream', retry: 'later', status: 503, message: 'Closed for lunch' } as const

test('shows the result of each connection test', async ({ agent, doorstep }) => {
  await agent.opens('/admin/ghl')
  await expect(agent.page.getByRole('heading', { name: 'GHL Connection Test' })).toBeVisible()
  await seesBadge(agent, 'idle')

  await test.step('shows the syncing badge while a test runs', () => seesSyncing(agent))
  await expect(agent.summary('Result')).toContainText('"success": true')
  await agent.press('Run diagnostics')
  await seesBadge(agent, 'success Diagnostics completed')
  await expect(agent.summary('Result')).toContainText('"checks": [')
  await agent.press('Sync leads')
  await seesBadge(agent, 'success Synced 40 leads from GoHighLevel')
  await expect(agent.summary('Result')).toContainText('"syncedCount": 40')

  await expect(logEntries(agent)).toContainText(['sync_leads', 'diagnostics', 'check_credentials'])
  await test.step('shows a failure in the words of the CRM', async () => {
    await doorstep.failCrm(CLOSED)
    await failsEachTest(agent)
    await doorstep.failCrm(null)
  })
  await test.step('shows a failure as it came, even if a proxy answered', () => seesAnswerOfProxy(agent))
  await test.step('lists the checks and copies the raw JSON', () => copiesReport(agent))
})

async function seesSyncing(agent: Agent): Promise<void> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await agent.page.route('**/functions/v1/ghl-sync*', async (route) => {
    await answered
    await route.continue()
  })
  await agent.press('Check credentials')
  await seesBadge(agent, 'syncing')
  await expect(agent.button('Run diagnostics')).toBeDisabled()
  answer()
  await seesBadge(agent, 'success GHL connection OK')
  await agent.page.unroute('**/functions/v1/ghl-sync*')
}

async function failsEachTest(agent: Agent): Promise<void> {
  await agent.press('Check credentials')
  await seesBadge(agent, 'error Connection failed')
  await expect(agent.summary('Result')).toContainText('Closed for lunch')
  await agent.press('Run diagnostics')
  await seesBadge(agent, 'error Diagnostics failed')
  await agent.press('Sync leads')
  await agent.seesToast(
    'Lead sync failed: GHL API sync-leads failed: 502 Bad Gateway - {"error":"Closed for lunch"}',
  )
  await seesBadge(agent, 'error')
  await expect(agent.summary('Sync log')).toContainText('Closed for lunch')
}

async function seesAnswerOfProxy(agent: Agent): Promise<void> {
  const page = '<html><body><h1>502 Bad Gateway</h1></body></html>'
  await agent.page.route('**/functions/v1/ghl-sync*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: page }),
  )
  await agent.press('Sync leads')
  await agent.seesToast(`Lead sync failed: GHL API sync-leads failed: 502 Bad Gateway - ${page}`)
  await agent.press('Check credentials')
  await seesBadge(agent, 'error Connection failed')

  await agent.page.unroute('**/functions/v1/ghl-sync*')
  await agent.page.route('**/functions/v1/ghl-sync*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi of the hotel</h1>' }),
  )
  await agent.press('Sync leads')
  await agent.seesToast('Lead sync failed: GHL API call failed')
  await agent.page.unroute('**/functions/v1/ghl-sync*')
}

async function copiesReport(agent: Agent): Promise<void> {
  await agent.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const report = {
    success: false,
    provider: 'gohighlevel',
    checks: [
      { name: 'Location', ok: true, detail: 'Doorstep Wales' },
      { name: 'Scopes', ok: false, detail: 'contacts.write is missing. Tick it under Private Integrations.' },
      { name: 'Stage qualified', ok: true, detail: 'Package chosen' },
    ],
  }
  await agent.page.route('**/functions/v1/ghl-sync*', (route) => route.fulfill({ json: report }))
  await agent.press('Run diagnostics')
  await seesBadge(agent, 'error Diagnostics failed')
  const checks = agent.page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
  await expect(checks).toHaveText([/Location.*Doorstep Wales/, /Scopes.*Tick it under Private Integrations/])
  await expect(checks.getByRole('img', { name: 'Failed' })).toHaveCount(1)
  await expect(agent.page.getByRole('list', { name: 'Stages' })).toHaveText('qualifiedPackage chosen')
  await agent.press('Copy')
  await agent.seesToast('Copied: the raw JSON')
  expect(JSON.parse(await agent.page.evaluate(() => navigator.clipboard.readText()))).toEqual(report)
}

test('shows one toast if a sync fails twice, without breaking words', async ({ agent, doorstep }) => {
  await agent.opens()
  const failed = agent.page
    .getByRole('alert')
    .locator('p')
    .filter({ hasText: /^Lead sync failed: / })
  for (const message of ['Invalid Private Integration token', 'GoHighLevel answered 502 unexplained.']) {
    await doorstep.failCrm({ ...CLOSED, message })
    await agent.press('Sync GHL')
    await expect(failed.filter({ hasText: message })).toBeVisible()
  }
  expect(await failed.count()).toBe(1)
  const toast = failed.locator('..')
  const [text, card] = [await failed.boundingBox(), await toast.boundingBox()]
  expect((text?.width ?? 0) / (card?.width ?? 1)).toBeGreaterThan(0.65)
  expect(await linesOf(failed, 'GoHighLevel')).toBe(1)
  await expect(toast.getByRole('button', { name: 'Retry' })).toBeVisible()

  // A message without spaces must still break.
  await doorstep.failCrm({ ...CLOSED, message: 'x'.repeat(120) })
  await agent.press('Sync GHL')
  await expect(failed.filter({ hasText: 'xxx' })).toBeVisible()
  expect(await agent.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await failed.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

/** Returns the number of lines that a word takes. */
const linesOf = (text: Locator, word: string) =>
  text.evaluate((element, word) => {
    const range = document.createRange()
    for (const node of element.childNodes) {
      const at = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').indexOf(word) : -1
      if (at === -1) continue
      range.setStart(node, at)
      range.setEnd(node, at + word.length)
    }
    return range.getClientRects().length
  }, word)

async function seesBadge({ page }: Agent, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^(idle|syncing|success|error) / })).toContainText(
    text,
  )
}
