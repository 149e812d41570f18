import { type Agent, expect, test } from './story.ts'

test('an empty list says what to do', async ({ agent }) => {
  await agent.opens()
  await agent.sees('No leads yet. Press Sync GHL to fetch them from the CRM.')
  await agent.syncsLeads()
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '40')
})

test('every lead of a short list is there to be found by its address', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.opens()
  await expect(agent.leads).toHaveCount(40)
  const last = agent.leads.last()
  await last.check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
})

test('leads are found by any part of address or postcode', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.opens()
  for (const [typed, count] of [
    ['mill', 8],
    ['ILL RO', 8],
    ['CA29 4HT', 8],
    ['ca294ht', 8],
    ['td16', 9],
    ['100 Mill Road', 1],
  ] as const) {
    await agent.field('Search leads').fill(typed)
    await expect(agent.leads.first()).toHaveAttribute('aria-setsize', String(count))
  }
  await agent.field('Search leads').fill('nobody lives here')
  await agent.sees('No lead matches this search.')
  await agent.press('Show all leads')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '40')
})

test('a lead whose postcode nobody knows is told with its voucher alone', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.page.route('**/rest/v1/leads*', async (route) => {
    const answer = await route.fetch()
    const leads = (await answer.json()) as object[]
    await route.fulfill({ response: answer, json: leads.map((lead) => ({ ...lead, postcode: '' })) })
  })
  await agent.opens()
  await agent.lead('6 Mill Road').check()
  const lines = agent.summary('Selected Lead').getByRole('paragraph')
  await expect(lines).toHaveText(['6 Mill Road', '£4,500 voucher'])
})

test('leads are put in order, and filtered by status', async ({ agent, office }) => {
  await office.syncsLeads()
  await office.changes('leads?street_address=eq.9 Kirk Wynd', { status: 'qualified' })
  await office.changes('leads?street_address=eq.10 High Street', { status: 'qualified' })
  await agent.opens()
  await seesFirst(agent, ['6 Mill Road', '12 Kirk Wynd', '100 Mill Road'])
  await agent.field('Sort by').selectOption('Household Size')
  await seesFirst(agent, ['20 High Street', '27 Kirk Wynd', '5 Station Road'])
  await agent.field('Sort by').selectOption('Street Name')
  await agent.field('Search leads').fill('high street')
  await seesFirst(agent, ['1 High Street', '2 High Street', '7 High Street', '10 High Street'])

  await agent.field('Status').selectOption('Qualified')
  await seesFirst(agent, ['10 High Street'])
  await agent.field('Status').selectOption('Contacted')
  await agent.sees('No lead matches this search.')
})

test('the list is as it was left, after a step back and in the next sale', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.opens()
  const seesTheSearch = async () => {
    await expect(agent.field('Search leads')).toHaveValue('kirk')
    await expect(agent.field('Sort by')).toHaveValue('street')
    await seesFirst(agent, ['2 Kirk Wynd'])
  }
  await agent.field('Sort by').selectOption('Street Name')
  await agent.field('Search leads').fill('kirk')
  await seesTheSearch()
  await agent.continuesWithFirstLead()
  await agent.press('Back')
  await agent.seesStep(1)
  await seesTheSearch()

  await agent.sells('Standard Fiber')
  await agent.press('Start New Sale')
  await agent.seesStep(1)
  await seesTheSearch()
  await agent.field('Search leads').fill('')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '40')
})

test('a step back leads to the chosen lead, however far down it is', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.opens()
  await agent.leads.first().focus()
  await agent.page.keyboard.press('End')
  const chosen = agent.page.locator('[role=radiogroup] :checked')
  await expect(chosen).toHaveAttribute('aria-posinset', '40')
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await agent.press('Back')
  await agent.seesStep(1)
  await expect(chosen).toBeInViewport({ ratio: 1 })
  await agent.page.reload()
  await expect(chosen).toBeInViewport({ ratio: 1 })
})

test('a lead links to the map, in a tab of its own', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.opens()
  const link = agent.page.getByRole('link', { name: 'Map of 6 Mill Road' })
  await expect(link).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=6%20Mill%20Road%2C%20CA29%204HT',
  )
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener')
})

test('a double tap that wipes a toast away or closes a dialog opens no map that lay behind', async ({
  agent,
  context,
  office,
}) => {
  await office.syncsLeads()
  await context.route('https://www.google.com/**', (route) => route.fulfill({ body: 'A map.' }))
  await agent.opens()
  await agent.lead('6 Mill Road').check()
  await agent.press('Check Eligibility')
  await agent.button('Close').dblclick()
  await expect(agent.dialog).toBeHidden()
  await agent.press('Sync GHL')
  await agent.button('Dismiss').dblclick()
  await expect(agent.button('Dismiss')).toBeHidden()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  expect(context.pages()).toHaveLength(1)
})

test('the arrow keys go through the whole list, and around', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.opens()
  await agent.field('Sort by').selectOption('Street Name')
  await agent.lead('3 Chapel Lane').focus()
  for (const key of ['ArrowUp', 'ArrowUp']) {
    await agent.page.keyboard.press(key)
    await seesSelectedInFocus(agent)
  }
  await expect(agent.lead('40 Station Road')).toBeChecked()
  for (let place = 40; place <= 52; place++) {
    await agent.page.keyboard.press('ArrowDown')
    await expect(agent.page.locator(':focus')).toHaveAttribute(
      'aria-posinset',
      String(((place - 1) % 40) + 1),
    )
    await seesSelectedInFocus(agent)
  }
  await agent.page.keyboard.press('Home')
  await expect(agent.lead('3 Chapel Lane')).toBeChecked()
  await agent.page.getByRole('radiogroup', { name: 'Leads' }).hover()
  await agent.page.mouse.wheel(0, 3_000)
  await expect(agent.lead('40 Station Road')).toBeInViewport()
  await agent.page.keyboard.press('ArrowDown')
  await expect(agent.lead('4 Chapel Lane')).toBeChecked()
  await seesSelectedInFocus(agent)
  await agent.page.keyboard.press('End')
  await expect(agent.page.locator(':focus')).toHaveAttribute('aria-posinset', '40')
  await seesSelectedInFocus(agent)
})

test('what went wrong with the leads is said, and tried again', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.page.route('**/rest/v1/leads*', (route) =>
    route.fulfill({ status: 500, json: { message: 'the disk is full' } }),
  )
  await agent.opens()
  await agent.sees('Error loading leads: the disk is full')
  await agent.page.unroute('**/rest/v1/leads*')
  await agent.press('Retry')
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await expect(agent.page.getByText(/Error loading leads/)).toBeHidden()
})

test('lists that a busy server could not give are there after a while, by themselves', async ({
  agent,
  office,
}) => {
  await office.syncsLeads()
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

test('lists that are refused again and again are asked for less and less often', async ({ agent }) => {
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

test('a stream that is refused again and again is opened less and less often, but at once when the line is back', async ({
  agent,
  office,
}) => {
  await office.syncsLeads()
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
  await agent.sees('No connection. Keep selling: everything is saved on this phone.')
  await agent.page.unroute('**/realtime/v1/changes*')
  await agent.page.evaluate('window.dispatchEvent(new Event("online"))')
  await expect(agent.page.getByText(/^No connection/)).toBeHidden()
  await expect(agent.lead('6 Mill Road')).toBeVisible()
})

test("an answer that is not Doorstep's is told instead of the leads, and asked for again", async ({
  agent,
  office,
}) => {
  await office.syncsLeads()
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
  await agent.press('Retry')
  await expect(agent.lead('6 Mill Road')).toBeVisible()
  await expect(agent.page.getByText(/Error loading leads/)).toBeHidden()
})

test('a sync that the CRM refuses is told in its own words', async ({ agent, doorstep }) => {
  await doorstep.failCrm({ code: 'upstream', retry: 'later', status: 503, message: 'Closed for lunch' })
  await agent.opens()
  await agent.press('Sync GHL')
  await agent.isTold(
    'Lead sync failed: GHL API sync-leads failed: 502 Bad Gateway - {"error":"Closed for lunch"}',
  )
  await doorstep.failCrm(null)
  await agent.syncsLeads()
})

async function seesFirst(agent: Agent, addresses: string[]): Promise<void> {
  for (const [index, address] of addresses.entries()) {
    await expect(agent.leads.nth(index)).toHaveAccessibleName(address)
  }
}

async function seesSelectedInFocus({ page }: Agent): Promise<void> {
  await expect(page.locator('[role=radiogroup] :focus')).toBeChecked()
  await expect(page.locator(':focus')).toBeInViewport()
}

/** A server that refuses what goes to a path, and a phone whose pauses are the shortest; answers how often it was asked. */
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

/** What the page has asked before has been counted by then, and refused. */
const hasAnotherAnswer = (agent: Agent) => agent.page.evaluate(async () => (await fetch('/healthz')).text())
