import type { Locator } from '@playwright/test'
import { type Agent, expect, test } from './story.ts'

test('makes a whole sale by keyboard', async ({ agent }) => {
  const { keyboard } = agent.page
  await agent.opens()
  await tabsTo(agent, agent.button('Sync GHL'))
  await keyboard.press('Enter')
  await agent.sees('Synced 40 leads from GoHighLevel')
  await agent.seesAllLeads()
  await tabsTo(agent, agent.lead('6 Mill Road'))
  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await expect(agent.lead('12 Kirk Wynd')).toBeFocused()
  await expect(agent.lead('12 Kirk Wynd')).toBeChecked()
  await tabsTo(agent, agent.button('Continue with Lead'))
  await keyboard.press('Enter')

  await expect(agent.page.getByRole('heading', { name: 'Select package' })).toBeFocused()
  await tabsTo(agent, agent.offer('Basic Broadband'))
  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await expect(agent.offer('Standard Fiber')).toBeChecked()
  await tabsTo(agent, agent.field('Discount'))
  await keyboard.type('95')
  await tabsTo(agent, agent.button('Continue to Contract'))
  await keyboard.press('Enter')

  await expect(agent.page.getByRole('heading', { name: 'Customer details' })).toBeFocused()
  await tabsTo(agent, agent.field('ID number'))
  await keyboard.type('19800101-1234')
  await keyboard.press('Enter')

  await expect(agent.page.getByRole('heading', { name: 'Sign agreement' })).toBeFocused()
  await tabsTo(agent, agent.button('Sign by typing'))
  await keyboard.press('Enter')
  await tabsTo(agent, agent.field('Type the name to sign'), 'Shift+Tab')
  await keyboard.type('Morag Armstrong')
  await tabsTo(agent, agent.button('Submit Order'))
  await keyboard.press('Enter')

  await expect(agent.page.getByRole('heading', { name: 'Complete order' })).toBeFocused()
  await agent.sees('Order submitted')
  await expect(agent.summary('Order summary')).toContainText('£1,299')
})

test('keeps the focus in a dialog, a list and on a button that becomes busy or disappears', async ({
  agent,
}) => {
  await agent.opens()
  await tabsTo(agent, agent.button('My Opportunities'))
  await agent.page.keyboard.press('Enter')
  const tab = (name: string) => agent.page.getByRole('tab', { name })
  await tabsTo(agent, tab('All 0'))
  await agent.page.keyboard.press('ArrowRight')
  await expect(tab('Open 0')).toBeFocused()
  await agent.sees('No open opportunities.')
  await agent.page.keyboard.press('End')
  await expect(tab('Lost 0')).toBeFocused()
  await agent.page.keyboard.press('ArrowRight')
  await expect(tab('All 0')).toBeFocused()
  await agent.page.keyboard.press('ArrowLeft')
  await agent.sees('No lost opportunities.')
  for (let tabs = 0; tabs < 8; tabs++) {
    await agent.page.keyboard.press('Tab')
    await expect(agent.dialog.locator(':focus')).toHaveCount(1)
  }
  await agent.page.keyboard.press('Escape')
  await expect(agent.dialog).toBeHidden()
  await expect(agent.button('My Opportunities')).toBeFocused()

  await test.step('moves from the chosen lead to its map and then past the list', () => movesPastList(agent))
  await test.step('keeps the focus if the pressed button is busy or disappears', () => keepsFocus(agent))
})

async function movesPastList(agent: Agent): Promise<void> {
  const lead = agent.leads.nth(2)
  await lead.check()
  await agent.page.keyboard.press('Tab')
  const map = agent.page.getByRole('link', { name: `Map of ${await lead.getAttribute('aria-label')}` })
  await expect(map).toBeFocused()
  await agent.page.keyboard.press('Tab')
  await expect(agent.page.getByRole('radiogroup', { name: 'Leads' }).locator(':focus')).toHaveCount(0)
  await expect(agent.page.getByRole('region', { name: 'Visit' }).locator(':focus')).toHaveCount(1)
}

async function keepsFocus(agent: Agent): Promise<void> {
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await agent.press('Back')
  await agent.press('Check Eligibility')
  await agent.button('Check').focus()
  await agent.page.keyboard.press('Enter')
  await agent.sees(/^(Not eligible|Eligible for)/)
  await expect(agent.button('Check')).toBeFocused()
  await agent.page.keyboard.press('Escape')
  await expect(agent.button('Check Eligibility')).toBeFocused()

  await agent.field('Search leads').fill('no such street')
  await agent.button('Show all leads').focus()
  await agent.page.keyboard.press('Enter')
  await expect(agent.page.getByRole('heading', { name: 'Select lead prospect' })).toBeFocused()
}

/** Presses Tab until the control has the focus. */
async function tabsTo({ page }: Agent, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(control).toBeFocused()
}
