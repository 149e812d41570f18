import type { Page } from '@playwright/test'
import { OfficeOfPeople } from './office-of-people.ts'
import { type Agent, expect, test } from './story.ts'

test.use({ env: { AUTH_MODE: 'required' } })

test('is enrolled, sells while it is turned away, hands in everything, and is wiped', async ({
  agent,
  page,
  context,
  doorstep,
  databaseUrl,
}) => {
  const office = await OfficeOfPeople.signIn(doorstep.url, databaseUrl ?? '')
  const sales = () => office.rows('opportunities?select=status,owner_id&order=created_at')
  const mine = { status: 'closed-won', owner_id: expect.any(String) }
  await test.step('asks to be enrolled, and then has leads', async () => {
    await agent.opens()
    await agent.sees('Enrol this phone to load your leads.')
    await agent.sees('Your leads show here once this phone is enrolled.')
    await expect(page.getByText(/^Error loading|^You’re offline/)).toBeHidden()
    await enrols(agent, await office.invite('Mara'))
    await agent.seesAllLeads()
  })
  await test.step('sells after the server lost its enrolment, and sends that once it is enrolled again', async () => {
    await office.forgetPhones()
    await agent.sees('Enrol this phone to load your leads.')
    await agent.sells('Standard Fiber')
    await agent.sees('Enrol this phone to send 1 sale.')
    await agent.sees('We’ll send it as soon as this phone is enrolled. You can carry on meanwhile.')
    await seesInTracker(agent, 'Waiting until this phone is enrolled')
    expect(await sales()).toEqual([])
    await enrols(
      agent,
      await office.invite('Ola'),
      '1 sale waits on it and will be handed in under this name.',
    )
    await expect.poll(sales).toEqual([mine])
    await agent.sees('Order submitted')
  })
  await test.step('says that it is paused, and hands in another sale', async () => {
    await agent.press('My Opportunities')
    await agent.sees('Enrolled for Ola')
    await agent.press('Close')
    await context.setOffline(true)
    await agent.press('My Opportunities')
    await agent.sees('Enrolled for Ola')
    await agent.press('Close')
    await context.setOffline(false)
    await agent.press('Start New Sale')
    await agent.seesAllLeads()
    await office.setState('suspended')
    await agent.sees(/^Your office has paused this phone\. You can still sell/)
    await expect(page.getByText('handed in')).toBeHidden()
    await agent.leads.nth(1).check()
    await agent.press('Continue with Lead')
    await agent.choosesPackage('Standard Fiber')
    await agent.confirmsCustomer()
    await agent.signs()
    await agent.submits()
    await agent.sees('Order submitted')
    await agent.sees(/receipt checked\. It’s waiting for your office/)
    await expect.poll(sales).toEqual([mine, mine])
    await seesInTracker(agent, 'Waiting for the office')
  })
  const other = await context.newPage()
  await other.goto('/')
  await test.step('is wiped in every tab', async () => {
    await office.setState('wiping')
    await page.bringToFront()
    await agent.sees('Your office has wiped this phone.')
    await page.reload()
    await agent.sees('Your office has wiped this phone.')
    await expect(other.getByRole('heading', { name: 'Enrol this phone' })).toBeVisible()
    expect(await keptOn(page)).toEqual({ rows: 0, caches: [], local: 0 })
    expect(await office.phones()).toMatchObject([{ state: 'wiped', unsent_sales: 0 }])
    await page.getByRole('link', { name: 'Open Doorstep' }).click()
    await agent.sees('Enrol this phone to load your leads.')
    await agent.seesStep(1)
    await expect(agent.leads).toHaveCount(0)
  })
  await office.close()
})

async function seesInTracker(agent: Agent, state: string): Promise<void> {
  await agent.press('My Opportunities')
  await expect(agent.dialog.getByRole('article').first()).toContainText(state)
  await agent.press('Close')
}

async function enrols(agent: Agent, code: string, sentence?: string): Promise<void> {
  await agent.page.getByRole('link', { name: 'Enrol this phone' }).last().click()
  await agent.field('Code').fill(code.toLowerCase())
  await agent.page.keyboard.press('Enter')
  if (sentence !== undefined) await agent.sees(sentence)
  await agent.press('Enrol this phone')
  await agent.sees(/^Ready\. \w+ can sell on this phone\./)
  // The link has the focus.
  await agent.page.keyboard.press('Enter')
}

/** Returns everything of the app that is left on the phone. */
const keptOn = (page: Page) =>
  page.evaluate(async () => {
    let rows = 0
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
      })
      for (const store of database.objectStoreNames)
        rows += await new Promise<number>((resolve) => {
          const request = database.transaction(store).objectStore(store).count()
          request.onsuccess = () => resolve(request.result)
        })
      database.close()
    }
    return { rows, caches: await caches.keys(), local: localStorage.length }
  })
