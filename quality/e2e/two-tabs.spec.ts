import type { BrowserContext, Locator } from '@playwright/test'
import { Agent } from './agent.ts'
import { expect, test } from './story.ts'

const ELSEWHERE = 'This sale is open in another tab, so you can only read it here.'

test('lets one tab write; the other follows and can take over', async ({ agent, context, office }) => {
  await agent.opens()
  await agent.press('Check Eligibility')
  await expect(agent.field('Address')).toBeVisible()
  const second = new Agent(await context.newPage())
  await second.page.clock.install()
  await second.opens()
  await test.step('closes the eligibility dialog', () => closesDialog(agent, second))
  await agent.seesAllLeads()
  await agent.continuesWithFirstLead()
  await test.step('shows the discount of the tab that took over', () => followsDiscount(agent, second))
  await agent.press('Take over')
  await agent.choosesPackage('Standard Fiber')
  await second.sees(ELSEWHERE)
  await second.seesStep(3)
  await expect(second.button('Continue')).toBeDisabled()
  await expect(second.field('First name')).toBeDisabled()
  await agent.field('First name').fill('Petra')
  await expect(second.field('First name')).toHaveValue('Petra')

  await test.step('ignores the second tap on Take over', async () => {
    await second.button('Take over').dblclick()
    await agent.sees(ELSEWHERE)
    await second.page.clock.fastForward('00:01')
  })
  await expect(agent.button('Continue')).toBeDisabled()
  await expect(second.page.getByText(ELSEWHERE)).toBeHidden()
  await second.confirmsCustomer()
  await agent.seesStep(4)
  await second.page.close()
  await expect(agent.page.getByText(ELSEWHERE)).toBeHidden()
  await agent.signs()
  await agent.submits()
  await agent.sees('Order submitted')
  expect(await office.rows('opportunities?select=status,customer_name')).toEqual([
    { status: 'closed-won', customer_name: 'Petra Braithwaite' },
  ])
})

async function closesDialog(agent: Agent, second: Agent): Promise<void> {
  await second.press('Take over')
  await expect(agent.dialog).toBeHidden()
  await agent.press('Take over')
  await second.sees(ELSEWHERE)
  await expect(agent.button('Check Eligibility')).toBeEnabled()
  expect(await agent.dialog.count()).toBe(0)
}

async function followsDiscount(agent: Agent, second: Agent): Promise<void> {
  await agent.offer('Standard Fiber').check()
  await agent.field('Discount').fill('200')
  await agent.field('Discount').blur()
  await second.press('Take over')
  await second.field('Discount').fill('300')
  await expect(agent.summary('Order summary')).toContainText('£300')
  await expect(agent.field('Discount')).toHaveValue('300')
}

test('corrects the sale on the screen only in the tab with the write lock, and an earlier sale in any tab', async ({
  agent,
  context,
  office,
}) => {
  await refuseOnce(context, 'customer_name')
  await agent.reachesContract()
  await agent.sees(/^Needs attention: /)
  const second = new Agent(await context.newPage())
  await second.opens()
  await second.press('Take over')
  await agent.sees(ELSEWHERE)

  const form = await opensCorrection(agent)
  await form.getByLabel('First name').fill('Petra')
  await form.getByRole('button', { name: 'Save and send again' }).click()
  await agent.seesToast(
    'Not saved: This sale is open in another tab. Take over or close that tab, then try again',
  )
  await second.page.close()
  await expect(agent.page.getByText(ELSEWHERE)).toBeHidden()
  await form.getByRole('button', { name: 'Save and send again' }).click()
  await expect(form).toBeHidden()
  await agent.press('Close')
  await expect(agent.dialog).toBeHidden()
  await expect(agent.page.getByRole('article')).toContainText('Petra Braithwaite')
  await refuseOnce(context, 'closed-won')
  await agent.signs()
  await agent.submits()
  await agent.sees('We couldn’t submit this order')
  await test.step('corrects an earlier sale in any tab', async () => {
    await agent.press('Start New Sale')
    await agent.seesStep(1)
    const third = new Agent(await context.newPage())
    await third.opens()
    await third.sees(ELSEWHERE)
    const form = await opensCorrection(third)
    await form.getByLabel('Email').fill('petra@example.org')
    await form.getByRole('button', { name: 'Save and send again' }).click()
    await third.sees(/^On the server since .+, receipt checked$/)
  })
  expect(await office.rows('opportunities?select=status,customer_name,customer_email')).toEqual([
    { status: 'closed-won', customer_name: 'Petra Braithwaite', customer_email: 'petra@example.org' },
  ])
})

test('shows the sale of the other tab if its own save failed, and both send one sale, without locks', async ({
  agent,
  context,
  office,
}) => {
  await context.addInitScript(hasNoLocks)
  await agent.reachesCustomer()
  const second = new Agent(await context.newPage())
  await second.opens()
  await second.seesStep(3)
  await agent.field('First name').fill('Petra')
  await agent.sees(ELSEWHERE)
  await expect(agent.field('First name')).toHaveValue('Peter')

  await second.confirmsCustomer()
  await agent.seesStep(4)
  await context.setOffline(true)
  await second.signs()
  await second.submits()
  await second.sees('Signed and saved on this phone, not yet submitted')
  await context.setOffline(false)
  await second.sees('Order submitted')
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
  await agent.seesStep(5)
  await agent.press('Take over')
  await second.press('Start New Sale')
  await second.sees(ELSEWHERE)
  await second.seesStep(5)
})

/** Refuses the next write whose body contains `word`, and accepts everything after that. */
async function refuseOnce(context: BrowserContext, word: string): Promise<void> {
  let isRefused = false
  await context.route('**/rest/v1/opportunities?session_id*', (route) => {
    if (isRefused || !route.request().postData()?.includes(word)) return route.fallback()
    isRefused = true
    return route.fulfill({ status: 400, json: { code: '22P02', message: 'A value has the wrong type.' } })
  })
}

/** Opens the correction of the first sale in the tracker. */
async function opensCorrection(agent: Agent): Promise<Locator> {
  await agent.press('My Opportunities')
  await agent.press('Edit')
  return agent.page.getByRole('dialog', { name: 'Edit customer' })
}

/** Runs in the page: removes the locks, as on plain http. */
function hasNoLocks() {
  Object.defineProperty(navigator, 'locks', { value: undefined })
}

test('releases the storage in the back/forward cache, and saves what was typed when it returns', async ({
  agent,
}) => {
  await agent.reachesCustomer()
  await agent.page.evaluate(fallAsleepInNextSave)
  await agent.field('First name').fill('Petra')
  await expect.poll(() => agent.page.evaluate('brokenOff')).toBeGreaterThan(0)
  await agent.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await agent.field('Last name').fill('Pugh')
  expect(await agent.page.evaluate('begun')).toBe(0)

  await agent.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await agent.phoneKeeps({ customer: expect.objectContaining({ firstName: 'Petra', lastName: 'Pugh' }) })
})

/** Runs in the page: puts the page into the back/forward cache during its next save. */
function fallAsleepInNextSave(): void {
  const seen = Object.assign(globalThis, { brokenOff: 0, begun: 0 })
  const { transaction } = IDBDatabase.prototype
  let isAsleep = false
  IDBDatabase.prototype.transaction = function (...given) {
    const begun = Reflect.apply(transaction, this, given)
    begun.addEventListener('abort', () => {
      seen.brokenOff += 1
    })
    if (isAsleep) seen.begun += 1
    // Runs in a separate task, as in a browser, and before the transaction can end.
    const fallAsleep = () => {
      if (isAsleep) return
      isAsleep = true
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    }
    begun.addEventListener('success', fallAsleep, { capture: true })
    return begun
  }
}
