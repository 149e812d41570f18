import { type Agent, expect, test } from './story.ts'

test('reads the lists again automatically if the server was busy', async ({ agent }) => {
  await agent.page.clock.install()
  await agent.page.route('**/rest/v1/leads*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Too many ask at once.' } }),
  )
  await agent.opens()
  await agent.sees('Error loading leads: Too many ask at once.')
  await agent.page.unroute('**/rest/v1/leads*')
  await agent.page.clock.fastForward('00:21')
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await expect(agent.page.getByText(/Error loading leads/)).toBeHidden()
})

test('reads the lists less often if they are refused repeatedly', async ({ agent }) => {
  const asked = await refuses(agent, '**/functions/v1/territory')
  await agent.opens()
  await agent.sees('Error loading leads: Too many ask at once.')
  await agent.page.clock.fastForward('00:10')
  await expect.poll(asked).toBe(2)
  await hasAnotherAnswer(agent)
  await agent.page.clock.fastForward('00:14')
  await hasAnotherAnswer(agent)
  expect(asked()).toBe(2)
  await agent.page.clock.fastForward('00:06')
  await expect.poll(asked).toBe(3)
})

test('opens the stream less often if it is refused repeatedly, but at once when back online', async ({
  agent,
}) => {
  const opened = await refuses(agent, '**/realtime/v1/changes*')
  await agent.opens()
  for (const [times, pause] of ['00:03', '00:03', '00:06'].entries()) {
    await expect.poll(opened).toBe(times + 1)
    await hasAnotherAnswer(agent)
    await agent.page.clock.fastForward(pause)
  }
  await expect.poll(opened).toBe(4)
  await hasAnotherAnswer(agent)
  await agent.page.clock.fastForward('00:04')
  await hasAnotherAnswer(agent)
  expect(opened()).toBe(4)
  await agent.sees(/^Updated (just now|1 minute ago)$/)
  await expect(agent.page.getByText(/^You’re offline/)).toBeHidden()
  await agent.page.unroute('**/realtime/v1/changes*')
  await agent.page.evaluate('window.dispatchEvent(new Event("online"))')
  await expect(agent.page.getByText(/^Updated/)).toBeHidden()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
})

test('says why the leads failed to load, even if Doorstep did not respond, and retries', async ({
  agent,
  doorstep,
}) => {
  for (const [path, body] of [
    ['**/functions/v1/territory', ''],
    ['**/functions/v1/territory', '{}'],
    ['**/rest/v1/leads*', '<h1>Sign in to the Wi-Fi of the hotel</h1>'],
    ['**/rest/v1/leads*', '{}'],
  ] as const) {
    await agent.page.route(path, (route) => route.fulfill({ body }))
    await agent.opens()
    await agent.sees('Error loading leads: the answer did not come from Doorstep')
    await agent.page.unroute(path)
  }
  await agent.page.route('**/rest/v1/leads*', (route) =>
    route.fulfill({ status: 500, json: { message: 'the disk is full' } }),
  )
  await agent.press('Retry')
  await agent.sees('Error loading leads: the disk is full')
  await agent.page.unroute('**/rest/v1/leads*')
  await agent.press('Retry')
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await expect(agent.page.getByText(/Error loading leads/)).toBeHidden()
  await test.step('shows the words of the CRM if it refuses a sync', async () => {
    await doorstep.failCrm({ code: 'upstream', retry: 'later', status: 503, message: 'Closed for lunch' })
    await agent.press('Sync GHL')
    await agent.seesToast(
      'Lead sync failed: GHL API sync-leads failed: 502 Bad Gateway - {"error":"Closed for lunch"}',
    )
    await doorstep.failCrm(null)
    await agent.syncsLeads()
  })
})

/** Refuses every call to `path` and makes the phone's pauses the shortest. Returns a function that counts the calls. */
async function refuses(agent: Agent, path: string): Promise<() => number> {
  let times = 0
  await agent.page.route(path, (route) => {
    times += 1
    return route.fulfill({ status: 503, json: { message: 'Too many ask at once.' } })
  })
  await agent.page.addInitScript(() => {
    Math.random = () => 0
  })
  await agent.page.clock.install()
  return () => times
}

/** Waits until every earlier call of the page has been counted and refused. */
const hasAnotherAnswer = (agent: Agent) => agent.page.evaluate(async () => (await fetch('/healthz')).text())
