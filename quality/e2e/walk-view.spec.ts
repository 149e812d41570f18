import { Agent } from './agent.ts'
import { barriersInViews, barriersOn } from './barriers.ts'
import { expect, test } from './story.ts'

const street = (agent: Agent, name: RegExp) => agent.page.getByRole('button', { name })
const row = (agent: Agent, address: string) => agent.page.locator('.lead-row', { has: agent.lead(address) })
const addresses = ({ leads }: Agent) =>
  leads.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label')))
const onStreet = async (agent: Agent, name: string) =>
  (await addresses(agent)).filter((address) => address?.endsWith(name))
const MILL_ROAD = ['15', '101', '100', '22', '10', '8', '6', '2'].map((number) => `${number} Mill Road`)

/** The sandbox's leads, with three in Kirk Wynd moved into flats and a cottage. */
const RENAMED: Record<string, string> = {
  '4 Kirk Wynd': 'Flat 10, 12 Kirk Wynd',
  '6 Kirk Wynd': 'Flat 2, 12 Kirk Wynd',
  '8 Kirk Wynd': 'Rose Cottage, Kirk Wynd',
}

async function remembersStreets(agent: Agent): Promise<void> {
  await agent.press('Options for Kirk Wynd')
  await agent.press('Both sides')
  const bothSides = ['2', '4', '6', '8', '12', '13', '24', '27', '110'].map((number) => `${number} Kirk Wynd`)
  await expect.poll(() => onStreet(agent, 'Kirk Wynd')).toEqual(bothSides)
  await street(agent, /^Chapel Lane/).click()
  await expect.poll(() => onStreet(agent, 'Chapel Lane')).toEqual([])
  await agent.page.reload()
  await expect.poll(() => onStreet(agent, 'Kirk Wynd')).toEqual(bothSides)
  expect(await onStreet(agent, 'Mill Road')).toEqual(MILL_ROAD)
  expect(await onStreet(agent, 'Chapel Lane')).toEqual([])
  await street(agent, /^Chapel Lane/).click()
  await expect.poll(() => onStreet(agent, 'Chapel Lane')).toContain('3 Chapel Lane')
}

async function keepsSelection(agent: Agent): Promise<void> {
  await agent.lead('10 Mill Road').check()
  await expect(agent.summary('Selected Lead')).toContainText('10 Mill Road')
  await agent.field('Search leads').fill('mill 10')
  await expect.poll(() => addresses(agent)).toEqual(['101 Mill Road', '100 Mill Road', '10 Mill Road'])
  await expect(street(agent, /^Mill Road CA29 4 1 of 8 visited · 1 sold · 3 shown$/)).toBeVisible()
  await street(agent, /^Mill Road/).click()
  await expect.poll(() => addresses(agent)).toEqual(['10 Mill Road'])
  for (const view of ['List', 'Map', 'Walk']) {
    await agent.press(view)
    await expect(agent.summary('Selected Lead')).toContainText('10 Mill Road')
    if (view !== 'Map') await expect(agent.lead('10 Mill Road')).toBeChecked()
  }
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await agent.press('Back')
  await expect(agent.button('Walk')).toHaveAttribute('aria-pressed', 'true')
  await agent.field('Search leads').fill('no such street')
  await agent.sees('No door matches that. Check the spelling, or show all leads.')
}

test.describe('without leads', () => {
  test.use({ hasLeads: false })

  test('says what to do while there are no doors', async ({ agent }) => {
    await agent.opens()
    await agent.press('Walk')
    await agent.sees('No doors on this phone yet. Press Sync GHL to bring in your leads.')
    await agent.syncsLeads()
    await expect(street(agent, /^Mill Road CA29 4 0 of 8 visited$/)).toBeVisible()
  })
})

test.describe('with leads', () => {
  test('shows the leads street by street, up the odd side and down the even one', async ({
    agent,
    office,
  }) => {
    await agent.opens()
    await expect(agent.button('List')).toHaveAttribute('aria-pressed', 'true')
    await agent.press('Walk')
    await expect(agent.button('Walk')).toHaveAttribute('aria-pressed', 'true')
    await expect(street(agent, /^Mill Road CA29 4 0 of 8 visited$/)).toBeVisible()
    const all = await addresses(agent)
    expect(all).toHaveLength(40)
    expect(await onStreet(agent, 'Mill Road')).toEqual(MILL_ROAD)
    await expect(row(agent, '15 Mill Road')).toContainText('Odd side')
    await expect(row(agent, '100 Mill Road')).toContainText('Even side')
    expect(all.at(0)).toBe('3 Chapel Lane')
    expect(all.at(-1)).toBe('18 Station Road')
    await test.step('remembers how a street is walked and whether its doors are folded away', () =>
      remembersStreets(agent))
    await test.step('keeps the selected lead, search and status in every view', async () => {
      await office.changes('leads?street_address=eq.8 Mill Road', { status: 'closed-won' })
      await keepsSelection(agent)
    })
  })

  test('gathers the flats of a building under its name', async ({ agent }) => {
    await agent.page.route('**/rest/v1/leads*', async (route) => {
      const answer = await route.fetch()
      const leads = (await answer.json()) as { street_address: string }[]
      const json = leads.map((lead) => ({
        ...lead,
        street_address: RENAMED[lead.street_address] ?? lead.street_address,
      }))
      await route.fulfill({ response: answer, json })
    })
    await agent.opens()
    await agent.field('Search leads').fill('kirk wynd')
    await agent.press('Walk')
    await expect(agent.page.getByRole('heading', { name: '12 Kirk Wynd 3 flats' })).toBeVisible()
    await expect
      .poll(async () => (await addresses(agent)).slice(-6))
      .toEqual([
        '24 Kirk Wynd',
        '12 Kirk Wynd',
        'Flat 2, 12 Kirk Wynd',
        'Flat 10, 12 Kirk Wynd',
        '2 Kirk Wynd',
        'Rose Cottage, Kirk Wynd',
      ])
  })

  test('walks a street by keyboard, without barriers', async ({ agent }) => {
    const { keyboard } = agent.page
    await agent.opens()
    await agent.button('Walk').focus()
    await keyboard.press('Enter')
    await expect(street(agent, /^Chapel Lane/)).toBeVisible()
    await agent.field('Status').focus()
    await keyboard.press('Tab')
    await expect(street(agent, /^Chapel Lane/)).toBeFocused()
    await keyboard.press('Tab')
    await expect(agent.button('Options for Chapel Lane')).toBeFocused()
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await expect(agent.button('One side first')).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await expect(agent.button('Claim street')).toBeFocused()
    await keyboard.press('Enter')
    await expect(agent.button('Done here')).toBeFocused()
    await expect(street(agent, /^Chapel Lane/)).toContainText('Yours until')
    await keyboard.press('Tab')
    await expect(agent.lead('3 Chapel Lane')).toBeFocused()
    await keyboard.press('Space')
    await keyboard.press('ArrowDown')
    await expect(agent.lead('5 Chapel Lane')).toBeFocused()
    await expect(agent.lead('5 Chapel Lane')).toBeChecked()
    await keyboard.press('End')
    await expect(agent.lead('18 Station Road')).toBeFocused()
    await expect(agent.lead('18 Station Road')).toBeInViewport()
    await test.step('has no barriers', async () => {
      await street(agent, /^Fern Close|^Kirk Wynd/)
        .first()
        .click()
      await agent.lead('3 Chapel Lane').check()
      expect(await barriersInViews(agent.page)).toEqual([])
    })
  })

  test.describe('on an installed app', () => {
    test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })

    test('shows the outcome at each door, even offline, and stops at a door on the register', async ({
      agent,
      page,
      context,
      doorstep,
    }) => {
      await agent.opens()
      await agent.hasWholeApp()
      await agent.press('Walk')
      await agent.lead('15 Mill Road').check()
      const isKept = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
      await expect.poll(isKept).toBe('activated')
      await context.setOffline(true)
      await page.reload()
      await page.getByRole('region', { name: 'Visit', exact: true }).getByText('No answer').click()
      await expect(row(agent, '15 Mill Road')).toContainText('No answer')
      await expect(street(agent, /^Mill Road CA29 4 1 of 8 visited$/)).toBeVisible()

      await agent.lead('101 Mill Road').check()
      await agent.press('Do not knock')
      await agent.press('They asked not to be called on')
      await expect(row(agent, '101 Mill Road')).toContainText('Do not knock. Asked not to be called on')
      await expect(street(agent, /^Mill Road CA29 4 1 of 8 visited · 1 do not knock$/)).toBeVisible()
      await agent.press('Continue with Lead')
      await agent.seesToast('Do not knock: This household asked not to be called on')
      await agent.lead('100 Mill Road').check()
      await row(agent, '101 Mill Road').click()
      await expect(agent.lead('100 Mill Road')).toBeChecked()
      await expect(agent.lead('101 Mill Road')).not.toBeChecked()
      expect(await barriersOn(page)).toEqual([])

      await context.setOffline(false)
      const ask = async (path: string) =>
        (await page.request.get(doorstep.url + path, { headers: { apikey: 'public-anon-key' } })).json()
      await expect
        .poll(async () =>
          (await ask('/functions/v1/street')).doors.map((door: { state: string }) => door.state).toSorted(),
        )
        .toEqual(['do-not-knock', 'no-answer'])
      const [{ street_address }] = await ask('/rest/v1/leads?street_address=eq.15 Mill Road')
      expect(street_address).toBe('15 Mill Road')
    })
  })

  test('two phones claim a street offline: the first to be online has it, and both show that', async ({
    agent,
    browser,
    doorstep,
  }) => {
    test.slow()
    const context = await browser.newContext({ baseURL: doorstep.url })
    const other = new Agent(await context.newPage())
    for (const phone of [agent, other]) {
      await phone.opens()
      await phone.hasWholeApp()
      await phone.press('Walk')
      await phone.press('Options for Kirk Wynd')
      await phone.page.context().setOffline(true)
      await phone.press('Claim street')
      await expect(street(phone, /^Kirk Wynd/)).toContainText(/Yours until \d\d:\d\d, once sent/)
    }
    await agent.page.context().setOffline(false)
    await expect(street(agent, /^Kirk Wynd/)).toContainText(/Yours until \d\d:\d\d ·/)
    await context.setOffline(false)
    await expect(street(other, /^Kirk Wynd/)).toContainText(/Phone A is here until \d\d:\d\d ·/)
    await expect(street(agent, /^Kirk Wynd/)).toContainText(/Yours until \d\d:\d\d ·/)
    await other.lead('13 Kirk Wynd').check()
    await other.page.getByRole('region', { name: 'Visit', exact: true }).getByText('No answer').click()
    await expect(street(agent, /^Kirk Wynd/)).toContainText('1 of 9 visited')

    await agent.press('Done here')
    await expect(street(agent, /^Kirk Wynd/)).not.toContainText('until')
    await other.press('Claim street')
    await expect(street(agent, /^Kirk Wynd/)).toContainText(/Phone B is here until/)
    await context.close()
  })
})
