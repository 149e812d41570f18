import { expect, test } from './story.ts'

test('leaves a sale offline, starts clean, continues it from the tracker, and takes back leaving it signed', async ({
  agent,
  context,
  office,
}) => {
  await agent.getsReadyToGoOffline()
  await context.setOffline(true)
  const address = await agent.continuesWithFirstLead()
  await agent.choosesPackage('Standard Fiber')
  await agent.field('ID number').fill('19800101-1234')
  await agent.press('Leave this sale')
  await agent.seesStep(1)
  await expect(agent.summary('Selected Lead')).toContainText('Tap a door to start.')

  await test.step('continues it if its door is chosen again', async () => {
    await agent.lead(address).check()
    await agent.press('Continue with Lead')
    await expect(agent.page.getByText('Continuing the sale you left here')).toBeVisible()
    await expect(agent.page.getByText(/^Sale left/)).toBeHidden()
    await agent.seesStep(3)
    await expect(agent.field('ID number')).toHaveValue('19800101-1234')
    await agent.press('Leave this sale')
    await agent.seesStep(1)
  })

  await agent.press('My Opportunities')
  await expect(agent.dialog.getByRole('article')).toContainText(address)
  await expect(agent.page.getByText(/^Sale left/)).toBeHidden()
  await agent.press('Continue this sale')
  await agent.seesStep(3)
  await expect(agent.field('ID number')).toHaveValue('19800101-1234')

  await context.setOffline(false)
  await agent.press('Continue')
  await agent.signs()
  await test.step('takes back leaving the sale, with its signature', async () => {
    await agent.phoneKeeps({ signature: expect.anything() })
    await agent.press('Leave this sale')
    await agent.seesStep(1)
    await agent.press('Undo')
    await agent.seesStep(4)
    await expect.poll(() => agent.seesInk()).toBeGreaterThan(1)
  })
  await agent.submits()
  await agent.sees('Order submitted')
  expect(await office.rows('opportunities?select=status')).toEqual([{ status: 'closed-won' }])
  await agent.press('My Opportunities')
  await expect(agent.dialog.getByRole('article')).toContainText(/TEL-\d{6}/)
  await expect(agent.dialog.getByRole('article')).toContainText(address)
  await expect(agent.button('Continue this sale')).toBeHidden()
})

test('only shows the sale of a colleague, and keeps a bright screen across a reload', async ({
  agent,
  office,
}) => {
  const sale = { session_id: 'sale_1_a', status: 'open', customer_location: '2 High St' }
  await office.creates('opportunities', sale)
  await agent.page.emulateMedia({ colorScheme: 'dark' })
  await agent.opens()
  await agent.press('My Opportunities')
  await agent.opensTicks()
  await agent.sees('No package yet')
  await expect(agent.button('Continue this sale')).toBeHidden()
  await agent.page.getByRole('switch', { name: 'Bright screen' }).click()
  const scheme = () => agent.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(await scheme()).toBe('light')
  await agent.page.reload()
  await expect.poll(scheme).toBe('light')
})
