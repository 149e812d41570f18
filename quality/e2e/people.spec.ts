import type { Page } from '@playwright/test'
import { permissionsOf } from '#domain/access/roles.ts'
import { runOnServer } from '#server/testing/postgres-databases.ts'
import { barriersInViews } from './barriers.ts'
import { inviteOnServer } from './invitations.ts'
import { expect, test } from './story.ts'

const PASSWORD = 'correct horse battery'
const PHONE_ID = '7f1de1d5-54a7-4c39-9e7b-3d0f4e1c2a11'

test.use({ env: { AUTH_MODE: 'required' }, hasLeads: false })

test('lets an invited admin in, who adds an agent, sees what they sold, suspends the phone, makes a token and signs out', async ({
  doorstep,
  databaseUrl,
  agent,
  browser,
}) => {
  const { page } = agent
  await agent.opens('/admin/people')
  await expect(page).toHaveURL('/sign-in?next=%2Fadmin%2Fpeople')
  await page.goto(await inviteOnServer(doorstep, 'Ada Lovelace', 'admin'))
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Lovelace' })).toBeVisible()
  await page.reload()
  await agent.field('New password').fill('too short')
  await page.keyboard.press('Enter')
  await agent.sees('Choose at least 10 characters.')
  expect(await barriersInViews(page)).toEqual([])
  await agent.field('New password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/admin')

  const code = await test.step('adds an agent, whose code shows once', () => addsAgent(page))
  const phone = await browser.newContext()
  const enrolled = await phone.request.post(`${doorstep.url}/functions/v1/identity/enrol`, {
    headers: { apikey: 'public-anon-key' },
    data: { code, phone_id: PHONE_ID },
  })
  expect(enrolled.status()).toBe(200)
  await phone.close()
  await runOnServer(
    databaseUrl ?? '',
    `insert into opportunities (session_id, customer_name, status, contract_signature, owner_id)
      select 'sale_1', 'Ann Hill', 'closed-won', 'data:image/png;base64,iVBORw0KGgo=', id from people where name = 'Mara';
    insert into opportunities (session_id, customer_name, owner_id)
      select 'sale_2', 'Bob Reed', id from people where name = 'Mara'`,
  )
  await test.step('sees what the agent sold', () => seesSalesOfAgent(page))
  await test.step('suspends the phone', () => suspendsPhone(page))
  await test.step('makes a token', () => makesToken(page))
  await test.step('shows an auditor no button that leads to a refusal', () => showsAnAuditor(page))
  await test.step('signs out, and in again', () => signsOutAndIn(page))
  await test.step('keeps what was typed if the sign-in ends', () => keepsWhatWasTyped(page))
})

async function addsAgent(page: Page): Promise<string> {
  await page.goto('/admin/people')
  await expect(page.getByRole('region', { name: 'People' }).getByRole('listitem')).toContainText(
    'Admin · Last seen',
  )
  await page.getByRole('button', { name: 'Add a person' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('ada lovelace')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Someone else has this name.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', description: /else has this name/ })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mara')
  await expect(page.getByRole('radio', { name: 'Agent', exact: true })).toBeChecked()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Mara is invited' })
  await expect(dialog).toBeFocused()
  await expect(dialog.getByRole('img', { name: 'Code that enrols a phone for Mara' })).toBeVisible()
  expect(await barriersInViews(page)).toEqual([])
  const code = await dialog.getByRole('definition').first().innerText()
  expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Mara' })
  await expect(row).toContainText('Agent · No phone · Invited until')
  await row.getByRole('button', { name: 'Manage' }).click()
  expect(await barriersInViews(page)).toEqual([])
  await page.keyboard.press('Escape')
  return code
}

async function seesSalesOfAgent(page: Page): Promise<void> {
  await page.goto('/admin/people')
  await page.getByRole('link', { name: '1 sale won' }).click()
  const found = page.getByRole('region', { name: 'Sales found' })
  await expect(
    found.getByRole('combobox', { name: 'Agent' }).getByRole('option', { selected: true }),
  ).toHaveText('Mara')
  await expect(found.getByRole('listitem')).toContainText(/Ann Hill.*Mara/)
  await found.getByRole('combobox', { name: 'Agent' }).selectOption('All')
  await expect(page).toHaveURL('/admin/sales#status=closed-won')
}

async function suspendsPhone(page: Page): Promise<void> {
  await page.goto('/admin/phones')
  const row = page.getByRole('region', { name: 'Phones' }).getByRole('listitem')
  await expect(row).toContainText('Mara')
  await row.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(row).toContainText('Suspended since')
  await row.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
  await expect(row).not.toContainText('Suspended since')
  await expect(row.getByRole('button', { name: 'Suspend' })).toBeFocused()
  await row.getByRole('button', { name: 'Wipe' }).click()
  await expect(page.getByText('It has not reported yet')).toBeVisible()
  expect(await barriersInViews(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Wipe' }).click()
  await expect(row).toContainText(/Wipe requested .*, not confirmed yet/)
}

async function makesToken(page: Page): Promise<void> {
  await page.goto('/admin/tokens')
  await page.getByRole('button', { name: 'Make a token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Reports')
  await page.getByRole('checkbox', { name: 'Read the audit' }).check()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^doorstep_/)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('region', { name: 'Tokens' }).getByRole('listitem')
  await expect(row).toContainText('Made by Ada Lovelace')
  expect(await barriersInViews(page)).toEqual([])
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke it' }).click()
  await expect(row).toContainText('Revoked')
}

/** Shows the page as an auditor sees it. */
async function showsAnAuditor(page: Page): Promise<void> {
  await page.route('**/identity/me', async (route) => {
    const answer = await route.fetch()
    const permissions = [...permissionsOf('auditor')]
    await route.fulfill({ response: answer, json: { ...(await answer.json()), permissions } })
  })
  await page.goto('/admin/do-not-knock')
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add entry' })).toHaveCount(0)
  await page.goto('/admin/phones')
  const row = page.getByRole('region', { name: 'Phones' }).getByRole('listitem')
  await expect(row).toContainText('Mara')
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.unroute('**/identity/me')
}

async function signsOutAndIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/admin/phones?opened=by-link')
  await page.getByRole('textbox', { name: 'Name' }).fill('ada lovelace')
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The name or the password is wrong.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  // Unlike a page with a search, this page does not change its address.
  await expect(page).toHaveURL('/admin/phones?opened=by-link')
  await page.goto('/admin/audit')
  const acts = page.getByRole('region', { name: 'Acts' })
  await expect(acts).toContainText('Ada Lovelace')
  await expect(acts.getByRole('listitem').filter({ hasText: 'Phone suspended' })).toContainText('Phone A')
}

async function keepsWhatWasTyped(page: Page): Promise<void> {
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Noa')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Sign in from a new tab/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(dialog.getByText(/enrol this phone/)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Noa')
  await page.keyboard.press('Escape')
  const notice = page.getByRole('status').filter({ hasText: 'Your sign-in has ended.' })
  await expect(notice.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/sign-in?next=%2Fadmin%2Fpeople',
  )
}
