import { agreementOf } from '#domain/testing/agreements.ts'
import { sells } from './sealed-sale.ts'
import { type Agent, expect, test } from './story.ts'

const { customer } = agreementOf()

test('records the outcome of a sale, takes it back, and finds it among the sales', async ({
  agent,
  page,
  office,
}) => {
  await sells(office, 'sale_1')
  await agent.opens('/admin/sales/sale_1')
  const outcomes = agent.summary('After the signature')
  await expect(outcomes).toContainText('Nothing yet.')

  await opensDialog(agent)
  await expect(agent.field('What happened').getByRole('option')).not.toContainText(['Complaint closed'])
  await agent.field('What happened').selectOption('Clawback')
  await agent.press('Save')
  await agent.sees('Enter the amount of the clawback.')
  await expect(agent.field('Amount')).toBeFocused()
  await agent.field('What happened').selectOption('Note')
  await agent.press('Save')
  await agent.sees('Enter a note.')
  await expect(agent.field('Note')).toBeFocused()
  await agent.field('What happened').selectOption('Installed')
  await agent.field('Day').fill('2020-01-01')
  await agent.press('Save')
  await agent.sees('This can’t have happened before the sale was signed. Check the day.')
  await agent.field('Day').fill(await today(agent))
  await agent.field('Note').fill('Ada was there')
  await agent.field('Note').press('Enter')
  await agent.sees(/^Recorded: Installed on /)
  await expect(agent.dialog).toBeHidden()
  await expect(outcomes.getByRole('listitem')).toContainText(['Ada was there'])
  await expect(agent.summary('Events')).toContainText('Ada was there')

  await opensDialog(agent)
  await agent.field('What happened').selectOption('Complaint opened')
  await agent.press('Save')
  await agent.sees('A complaint is open')
  await outcomes.getByRole('listitem').filter({ hasText: 'Installed' }).getByRole('button').click()
  await agent.sees(/^Taken back: Installed on /)
  await expect(outcomes).not.toContainText('Installed on')
  await expect(outcomes).toBeFocused()
  await agent.press('Undo')
  await expect(outcomes).toContainText('Installed on')

  await agent.opens('/admin')
  await page.getByRole('link', { name: 'Sale with an open complaint' }).click()
  const found = agent.summary('Sales found')
  await expect(found.getByRole('link', { name: customer.name })).toBeVisible()
  await expect(found).toContainText('Installed on')
  await agent.field('After the signature').selectOption('Installation failed')
  await agent.sees('Nothing found. Try fewer words or other dates.')
})

test('keeps what was typed if the server is down, and records it once', async ({
  agent,
  doorstep,
  office,
}) => {
  await sells(office, 'sale_1')
  await agent.opens('/admin/sales/sale_1')
  await opensDialog(agent)
  await agent.field('Note').fill('Between 8 and 10')
  await doorstep.kill()
  await agent.press('Save')
  await agent.sees(/^Couldn’t save it: /)
  await doorstep.restart()
  await agent.press('Save')
  await agent.sees(/^Recorded: Installation booked for /)
  await expect(agent.summary('After the signature').getByRole('listitem')).toHaveCount(1)
})

async function opensDialog(agent: Agent): Promise<void> {
  await agent.press('Record outcome')
  await expect(agent.dialog).toBeVisible()
}

/** Returns the day that the dialog offers at first. */
const today = (agent: Agent) =>
  agent.page.evaluate(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format())
