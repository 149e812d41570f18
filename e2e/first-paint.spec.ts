import { expect, test } from './story.ts'

const MOST_SHIFT = 0.02

test.describe('before its script has run', () => {
  test.use({ javaScriptEnabled: false })

  test('the page already shows where the agent is', async ({ agent }) => {
    await agent.opens()
    await expect(agent.page.getByRole('banner')).toContainText('Doorstep')
    await agent.seesStep(1)
    await expect(agent.page.getByRole('heading', { name: 'Select lead prospect' })).toBeVisible()
    await expect(agent.page.getByRole('status', { name: 'Loading leads' })).toBeVisible()
    await expect(agent.button('Continue with Lead')).toBeInViewport()
  })

  test('the connection test already shows its title', async ({ agent }) => {
    await agent.opens('/admin/ghl')
    await expect(agent.page.getByRole('heading', { name: 'GHL Connection Test' })).toBeVisible()
  })
})

test('nothing jumps while the page fills', async ({ agent, office }) => {
  await agent.page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await office.syncsLeads()
  for (const visit of ['the first', 'with cached leads']) {
    await agent.opens()
    await expect(agent.lead('6 Mill Road')).toBeVisible()
    await agent.page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
    const shift = await agent.page.evaluate(
      () => (window as unknown as { seen: { shift: number } }).seen.shift,
    )
    expect(shift, visit).toBeLessThan(MOST_SHIFT)
  }
})
