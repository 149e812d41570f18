import type { Browser, Page } from '@playwright/test'
import { Agent } from './agent.ts'
import { barriersInViews } from './barriers.ts'
import { expect, test } from './story.ts'

const REFUSAL = 'Do not knock: This household asked not to be called on'
const ADDRESS = '6 Mill Road'

/** Opens a colleague's phone, with the app ready to work offline. */
async function colleague(browser: Browser, url: string): Promise<Agent> {
  const context = await browser.newContext({ baseURL: url })
  const agent = new Agent(await context.newPage())
  await agent.getsReadyToGoOffline()
  return agent
}

const enters = async (agent: Agent) => {
  await agent.lead(ADDRESS).check()
  await agent.press('Do not knock')
  await agent.press('They asked not to be called on')
  await agent.seesToast(`On the register: Do not knock at ${ADDRESS}`)
}
const isRefused = async (agent: Agent) => {
  await agent.lead(ADDRESS).check()
  await agent.press('Continue with Lead')
  await agent.seesToast(REFUSAL)
  await agent.seesStep(1)
}
const register = (page: Page) => page.getByRole('region', { name: 'Register', exact: true })

test.describe('with the app kept on the phone', () => {
  test.use({ serviceWorkers: 'allow' })

  test('an entry made offline counts there at once, then on the other phone and in the office, until it is lifted', async ({
    agent,
    page,
    office,
    browser,
    doorstep,
  }) => {
    test.slow()
    await agent.getsReadyToGoOffline()
    const other = await colleague(browser, doorstep.url)

    const isKept = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
    await expect.poll(isKept).toBe('activated')
    await page.context().setOffline(true)
    await enters(agent)
    await isRefused(agent)
    await page.reload()
    await isRefused(agent)
    await expect(agent.page.locator('.lead-row', { has: agent.lead(ADDRESS) })).toContainText(
      'Asked not to be called on',
    )

    await page.context().setOffline(false)
    await expect.poll(async () => (await office.rows('do_not_knock?select=source,lifted_at')).length).toBe(1)
    await expect(other.page.locator('.lead-row', { has: other.lead(ADDRESS) })).toContainText(
      'Asked not to be called on',
    )
    await isRefused(other)

    const backOffice = await browser.newPage({ baseURL: doorstep.url })
    await backOffice.goto('/admin/do-not-knock')
    await expect(register(backOffice).getByRole('listitem')).toContainText('6 Mill Road')
    await register(backOffice).getByRole('button', { name: 'Lift' }).click()
    await backOffice.getByLabel('The household asked to be called on again').check()
    await backOffice.getByRole('button', { name: 'Lift entry' }).click()
    await expect(register(backOffice)).toContainText('No one has asked yet.')

    for (const phone of [agent, other]) {
      await expect(phone.page.locator('.lead-row', { has: phone.lead(ADDRESS) })).not.toContainText(
        'Asked not to be called on',
      )
      await phone.lead(ADDRESS).check()
      await phone.press('Continue with Lead')
      await phone.seesStep(2)
    }
  })
})

test('an entry by keyboard has no barriers, and stops a sale that starts from another lead', async ({
  agent,
  office,
  page,
}) => {
  await agent.opens()
  await agent.lead(ADDRESS).check()
  await agent.button('Do not knock').focus()
  await page.keyboard.press('Enter')
  expect(await barriersInViews(page)).toEqual([])
  await agent.button('They asked not to be called on').focus()
  await page.keyboard.press('Enter')
  await agent.sees(/Asked not to be called on\.$/)
  expect(await barriersInViews(page)).toEqual([])
  await isRefused(agent)
  await test.step('no sale is started by checking the address of such a door for another lead', async () => {
    await agent.lead('12 Kirk Wynd').check()
    await agent.press('Check Eligibility')
    await agent.field('Address').fill('6 mill rd, Thornbeck, ca294ht')
    await page.evaluate(() => {
      Math.random = () => 0.1
    })
    await agent.press('Check')
    await agent.sees('Eligible for a £1,500 voucher')
    await agent.press('Continue')
    await agent.seesToast(REFUSAL)
    await page.keyboard.press('Escape')
    await expect(agent.dialog).toBeHidden()
    await agent.press('Continue with Lead')
    await agent.seesStep(2)
    await expect
      .poll(() => office.rows('opportunities?select=customer_location'))
      .toEqual([{ customer_location: '12 Kirk Wynd, Greenfield Valley, TD16 6RD' }])
  })
})

test('a sale signed offline at such a door is accepted and flagged for the office', async ({
  agent,
  page,
  office,
  doorstep,
}) => {
  await agent.getsReadyToGoOffline()
  await page.context().setOffline(true)
  await agent.sells('Standard Fiber')
  const lead = { street_address: ADDRESS, postcode: 'CA29 4HT' }
  const entry = { id: crypto.randomUUID(), scope: 'household', at: new Date().toISOString(), ...lead }
  await fetch(`${doorstep.url}/functions/v1/do-not-knock`, {
    method: 'POST',
    headers: { apikey: 'public-anon-key', 'content-type': 'application/json' },
    body: JSON.stringify(entry),
  })
  await page.context().setOffline(false)
  await expect.poll(() => office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
  await agent.opens('/admin/do-not-knock')
  const signed = page.getByRole('region', { name: 'Signed at these doors' })
  await expect(signed.getByRole('listitem')).toContainText('Asked not to be called on')
  await signed.getByRole('link').click()
  await agent.sees('Signed at a door on the do-not-knock register.')
  await page.getByRole('link', { name: 'Deal with it' }).click()
  await signed.getByRole('button', { name: 'Mark as dealt with' }).click()
  await expect(signed).toContainText('All clear.')
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('a zone closes its doors in the list, in Today, on the map and in the drawn street', async ({
    agent,
    page,
    doorstep,
  }) => {
    await agent.opens()
    await agent.lead(ADDRESS).check()
    await agent.press('Call back')
    await agent.field('Day').fill((await agent.field('Day').getAttribute('min')) ?? '')
    await agent.press('Save call-back')
    await expect(agent.button('Today (1)')).toBeVisible()

    const zone = { scope: 'zone', reason: 'no-cold-calling-zone', source: 'council-list' }
    await fetch(`${doorstep.url}/functions/v1/back-office/do-not-knock`, {
      method: 'POST',
      headers: { apikey: 'public-anon-key', 'content-type': 'application/json' },
      body: JSON.stringify({ id: crypto.randomUUID(), ...zone, place: { postcodes: ['CA29 4HT'] } }),
    })
    await agent.sees('Do not knock. No-cold-calling zone.')
    await expect(agent.button('Today (1)')).toBeHidden()
    await expect(agent.button('No answer')).toBeHidden()
    const street = page.getByRole('region', { name: 'The street' })
    await expect(street.getByRole('listitem').filter({ hasText: ADDRESS })).toContainText('Do not knock')
    await isRefused(agent)
    await agent.press('Map')
    await page.getByRole('button', { name: /not on the map$/ }).click()
    await expect(agent.dialog.getByRole('radio', { name: ADDRESS })).toBeDisabled()
  })
})

test('is taken back by Undo, and asked for after a refusal', async ({ agent, page, office }) => {
  await agent.opens()
  await agent.lead(ADDRESS).check()
  await agent.press('Do not knock')
  await agent.press('There is a sign at the door')
  await agent.sees(/Sign at the door\.$/)
  await agent.press('Undo')
  await expect(agent.button('Do not knock')).toBeVisible()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await expect
    .poll(async () => office.rows('do_not_knock?select=scope,lifted_by,lifted_why'))
    .toEqual([{ scope: 'sticker', lifted_by: 'agent', lifted_why: 'mistake' }])

  await test.step('a refusal asks whether they asked not to come back', async () => {
    await agent.press('Back')
    await agent.lead(ADDRESS).check()
    await agent.press('Refused')
    await expect(page.getByRole('dialog', { name: 'Asked not to come back?' })).toBeVisible()
    await agent.press('They asked not to be called on')
    await agent.sees(/Asked not to be called on\.$/)
    await isRefused(agent)
  })
})
