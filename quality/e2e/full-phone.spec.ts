import { Agent } from './agent.ts'
import { expect, test } from './story.ts'

const WAITS = 'Signed and saved on this phone, not yet submitted'
const SUBMITTED = 'Order submitted'

test('says that nothing is saved if the phone is full, and continues once there is space or another tab takes over', async ({
  agent,
  context,
  office,
}) => {
  await agent.reachesContract()
  await agent.signs()
  await agent.phoneKeeps({ signature: expect.anything() })
  await fillsUpAtSubmit(agent)
  await expect(agent.page.getByText(WAITS)).toBeHidden()
  await agent.press('Try again')
  await expect(agent.button('Try again')).toBeEnabled()
  await agent.sees('Not saved: This phone couldn’t store the sale')
  await expect.poll(() => office.rows('opportunities?select=status')).toEqual([{ status: 'qualified' }])

  await agent.page.evaluate(fillStorage, false)
  await agent.press('Try again')
  await expect(agent.page.getByRole('alertdialog')).toBeHidden()
  await agent.seesStep(4)
  await test.step('shows the sale of the other tab if that tab took over', async () => {
    await fillsUpAtSubmit(agent)
    const second = new Agent(await context.newPage())
    await second.opens()
    await second.press('Take over')
    await second.submits()
    await second.sees(SUBMITTED)
    await agent.press('Try again')
    await expect(agent.page.getByRole('alertdialog')).toBeHidden()
    await agent.seesStep(5)
  })
})

test('covers an open dialog if the phone is full, and returns to it afterwards', async ({ agent }) => {
  await agent.getsReadyToGoOffline()
  await agent.leads.first().check()
  await agent.press('Check Eligibility')
  await agent.page.evaluate(() => {
    Math.random = () => 0.1
  })
  await agent.press('Check')
  await agent.sees(/^Eligible for/)
  await agent.page.evaluate(fillStorage, true)
  await agent.press('Continue')
  const notice = agent.page.getByRole('alertdialog', { name: 'Not saved' })
  await expect(notice).toBeVisible()
  await expect(agent.button('Try again')).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Escape', 'Escape']) await agent.page.keyboard.press(key)
  await expect(agent.button('Try again')).toBeFocused()
  const copy = agent.page.waitForEvent('download')
  await agent.press('Save a copy as a file')
  await copy
  await agent.press('Try again')
  await expect(agent.button('Try again')).toBeEnabled()
  await expect(notice).toBeVisible()

  await agent.page.evaluate(fillStorage, false)
  await agent.press('Try again')
  await expect(notice).toBeHidden()
  await expect(agent.button('Continue')).toBeFocused()
  await agent.press('Continue')
  await agent.seesStep(2)
})

test('stays above a dialog that loads late', async ({ agent }) => {
  const arrives = Promise.withResolvers<void>()
  await agent.page.route('**/assets/later-*', (route) => arrives.promise.then(() => route.continue()))
  await agent.opens()
  await agent.seesAllLeads()
  await agent.press('My Opportunities')
  await agent.page.evaluate(fillStorage, true)
  await agent.leads.first().check()
  const notice = agent.page.getByRole('alertdialog', { name: 'Not saved' })
  await expect(notice).toBeVisible()

  arrives.resolve()
  await expect(agent.page.locator('dialog')).toHaveCount(2)
  await agent.page.evaluate(fillStorage, false)
  await agent.press('Try again')
  await expect(notice).toBeHidden()
  await agent.sees('Sales Opportunities Tracker')
})

test('says that a visit is not taken back if the phone is full, until it is', async ({ agent, office }) => {
  const FULL = 'Not taken back: This phone’s storage is full. Free up some space and try again'
  await agent.opens()
  await agent.leads.first().check()
  await agent.press('No answer')
  await agent.sees(/^No answer: Noted at /)
  await agent.page.evaluate(fillStorage, true)
  await agent.press('Undo')
  await agent.sees(FULL)
  await agent.press('Try again')
  await agent.sees(FULL)
  await agent.page.evaluate(fillStorage, false)
  await agent.press('Try again')
  await agent.sees(/^Not visited/)

  await agent.press('Do not knock')
  await agent.press('There is a sign at the door')
  await agent.sees(/^On the register: Do not knock at /)
  await agent.sees(/Sign at the door\.$/)
  await agent.page.evaluate(fillStorage, true)
  await agent.press('Undo')
  await agent.sees(FULL)
  await agent.page.evaluate(fillStorage, false)
  await agent.press('Try again')
  await expect(agent.button('Do not knock')).toBeVisible()
  await expect
    .poll(() => office.rows('do_not_knock?select=lifted_by,lifted_why'))
    .toEqual([{ lifted_by: 'agent', lifted_why: 'mistake' }])
})

/** Runs out of space before a signed sale is submitted. */
async function fillsUpAtSubmit(agent: Agent): Promise<void> {
  await agent.page.evaluate(fillStorage, true)
  await agent.press('Submit Order')
  await agent.sees('Not saved: This phone couldn’t store the sale')
}

/** Runs in the page: makes every write to its database fail for lack of space, or succeed again. */
function fillStorage(isFull: boolean): void {
  const store = IDBObjectStore.prototype as { put: (...given: unknown[]) => unknown; fits?: typeof store.put }
  store.fits ??= store.put
  store.put = isFull
    ? () => {
        throw new DOMException('There is no room.', 'QuotaExceededError')
      }
    : store.fits
}
