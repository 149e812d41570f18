import { attempts, logEntries, REFUSED, row, tab } from './back-office-page.ts'
import { expect, test } from './story.ts'

test.use({ hasLeads: false })

test('keeps the old entries if the server is busy, and reads them again automatically', async ({
  agent,
  doorstep,
  office,
}) => {
  await doorstep.failCrm(REFUSED)
  await office.creates('opportunities', { session_id: 'sale_1_a', status: 'open', customer_location: 'Here' })
  await expect.poll(() => office.rows('ghl_sync_log?select=id')).toHaveLength(1)
  await agent.page.clock.install()
  await agent.opens('/admin/ghl')
  await row(agent, 'Here').getByRole('button', { expanded: false }).click()
  await expect(attempts(agent)).toHaveCount(1)
  const entries = logEntries(agent)
  await expect(entries).toHaveCount(1)

  const reads = /ghl_sync_log|\/attempts$/
  await agent.page.route(reads, (route) =>
    route.fulfill({ status: 503, json: { message: 'The server is busy.' } }),
  )
  await office.creates('opportunities', {
    session_id: 'sale_2_b',
    status: 'open',
    customer_location: 'There',
  })
  await agent.sees('Error loading the sync log: The server is busy.')
  await agent.sees('Error loading the attempts: The server is busy.')
  await expect(entries).toHaveCount(1)
  await expect(attempts(agent)).toHaveCount(1)

  await agent.page.unroute(reads)
  await expect.poll(() => office.rows('ghl_sync_log?select=id')).toHaveLength(2)
  await agent.page.clock.fastForward('01:00')
  await expect(entries).toHaveCount(2)
  await expect(attempts(agent)).toHaveCount(1)
  await expect(agent.page.getByText(/^Error loading/)).toHaveCount(0)
})

test('leaves space between a row and its reason', async ({ agent, doorstep, office }) => {
  await doorstep.failCrm(REFUSED)
  await office.creates('opportunities', { session_id: 'sale_1_a', status: 'open' })
  await agent.opens('/admin/ghl')
  const refused = row(agent, 'sale_1_a')
  const reason = await refused.getByText('email must be an email').elementHandle()
  // Both are measured at the same moment, because lists above them may still arrive and move them.
  const space = await refused.getByRole('button', { expanded: false }).evaluate((button, below) => {
    if (!below) throw new Error('There is no reason.')
    return below.getBoundingClientRect().top - button.getBoundingClientRect().bottom
  }, reason)
  expect(space).toBeGreaterThanOrEqual(2)
})

test('shortens an endless name in log and deliveries, and keeps showing them if the server is down', async ({
  agent,
  doorstep,
  office,
}) => {
  await office.creates('opportunities', {
    session_id: 'sale_1_a',
    status: 'open',
    customer_name: 'Maximiliane '.repeat(800),
  })
  await agent.opens('/admin/ghl')
  await agent.press('Delivered')
  for (const entries of [logEntries(agent), agent.summary('Deliveries').getByRole('listitem')]) {
    const entry = entries.filter({ hasText: 'Maximiliane' }).first()
    await expect(entry).toBeVisible()
    expect((await entry.boundingBox())?.height).toBeLessThan(200)
  }
  await expect(
    agent.summary('Sync log').getByTitle(/^(Maximiliane ){799}Maximiliane, sale_1_a$/),
  ).toBeVisible()

  await test.step('says since when the server is away', async () => {
    await office.syncsLeads()
    await expect(agent.summary('Sync log')).toContainText('sync_leads')
    await doorstep.kill()
    await agent.sees(/^No answer from the server since/)
    await expect(agent.summary('Sync log')).toContainText('sync_leads')
    await doorstep.restart()
    await expect(agent.page.getByText(/^No answer from the server since/)).toBeHidden()
  })
})

test('opens its navigation as a dialog on a phone, and keeps tabs and buttons in place', async ({
  agent,
}) => {
  await agent.opens('/admin/ghl')
  const navigation = agent.page.getByRole('navigation', { name: 'Back office' })
  await expect(navigation).toBeHidden()
  await agent.press('Menu')
  const entry = navigation.getByRole('link', { name: 'CRM connection' })
  await expect(entry).toHaveAttribute('aria-current', 'page')
  await expect(navigation).toContainText('Sandbox CRM')
  await agent.page.keyboard.press('Escape')
  await expect(agent.button('Menu')).toBeFocused()
  await test.step('ignores the second tap on Dismiss if a button lies behind the toast', async () => {
    await agent.press('Sync leads')
    const behind = agent.button('Delivered')
    const [toast, there] = [await agent.button('Dismiss').boundingBox(), await behind.boundingBox()]
    await agent.page.evaluate((y) => scrollBy(0, y), (there?.y ?? 0) - (toast?.y ?? 0))
    await agent.button('Dismiss').dblclick()
    await expect(agent.button('Dismiss')).toBeHidden()
    await expect(behind).toHaveAttribute('aria-expanded', 'false')
  })
  await test.step('keeps both tabs in view if the text is twice as large', async () => {
    await agent.page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await tab(agent, 'Automation 0').scrollIntoViewIfNeeded()
    await expect(tab(agent, 'CRM pushes 0')).toBeInViewport({ ratio: 1 })
    await expect(tab(agent, 'Automation 0')).toBeInViewport({ ratio: 1 })
    await agent.page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
  })

  await agent.page.setViewportSize({ width: 1280, height: 800 })
  await expect(agent.button('Menu')).toBeHidden()
  await navigation.getByRole('link', { name: 'Back to selling', exact: true }).click()
  await agent.seesStep(1)
})
