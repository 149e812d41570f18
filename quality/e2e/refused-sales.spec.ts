import { type Agent, expect, test } from './story.ts'

const SUBMITTED = 'Order submitted'
const REFUSED = 'A text may not hold a NUL character or half of a surrogate pair.'

test('lets the agent export, correct and send a refused sale, and keeps a later correction', async ({
  agent,
  office,
}) => {
  await submitsWhatIsRefused(agent)

  const download = agent.page.waitForEvent('download')
  await agent.press('Export')
  expect((await download).suggestedFilename()).toMatch(/^doorstep-sale_\d+_\w+\.json$/)

  await agent.press('Edit')
  const form = agent.page.getByRole('dialog', { name: 'Edit customer' })
  await expect(form).toBeVisible()
  await agent.page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await agent.sees('Sales Opportunities Tracker')
  await agent.press('Edit')
  await expect(form.getByLabel('Last name')).toHaveAttribute('readonly')
  await form.getByLabel('ID number').fill(' ')
  await form.getByRole('button', { name: 'Save and send again' }).click()
  await agent.seesToast('Missing information: Please fill in all required fields')
  await form.getByLabel('ID number').fill('19800101-1234')
  await test.step('keeps the correction open if new opportunities push its card off the list', async () => {
    for (let others = 0; others < 30; others += 1)
      await office.creates('opportunities', { session_id: `sale_1_other${others}`, status: 'open' })
    // The list is hidden behind the form, but follows the server.
    await expect(agent.page.locator('[role=tab]').first()).toHaveText('All 31')
    await expect(form.getByLabel('ID number')).toHaveValue('19800101-1234')
  })
  await form.getByRole('button', { name: 'Save and send again' }).click()
  await expect(form).toBeHidden()
  await agent.page.getByRole('tab', { name: 'Won 1' }).click()
  await agent.opensTicks()
  await agent.sees(/^On the server since .+, receipt checked$/)
  await agent.press('Close')
  await agent.sees(SUBMITTED)
  const sold = 'opportunities?status=eq.closed-won&select=customer_id_number'
  expect(await office.rows(sold)).toEqual([{ customer_id_number: '19800101-1234' }])
  await test.step('keeps what was corrected on the server after the signature', () => keepsCorrection(agent))
})

async function keepsCorrection(agent: Agent): Promise<void> {
  await agent.page.route('**/functions/v1/verify-sales', async (route) => {
    const { sales } = route.request().postDataJSON()
    const ids = sales.map(({ session_id }: { session_id: string }) => session_id)
    await route.fulfill({ json: { ok: [], missing: [], different: ids } })
  })
  const writes: string[] = []
  agent.page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/rest/v1/')) writes.push(request.url())
  })
  await agent.page.reload()
  await agent.sees(SUBMITTED)
  await agent.press('My Opportunities')
  await agent.page.getByRole('tab', { name: 'Won 1' }).click()
  await agent.opensTicks()
  await agent.sees(/^On the server since .+, later edited by the office$/)
  expect(writes).toEqual([])
}

/** Submits a sale with half an emoji in the ID number, which the server refuses, and opens the tracker. */
async function submitsWhatIsRefused(agent: Agent): Promise<void> {
  await agent.reachesCustomer()
  await agent.page.evaluate(breakIdNumber)
  await agent.page.reload()
  await agent.press('Continue')
  await seesOnce(agent, `Needs attention: ${REFUSED}`)
  await agent.signs()
  await agent.submits()
  await agent.sees('We couldn’t submit this order')
  await seesOnce(agent, REFUSED)
  await agent.press('Show')
  await agent.sees(`Needs attention: ${REFUSED}`)
}

/** Waits for a text that the notice, a toast and the step together must show only once. */
const seesOnce = ({ page }: Agent, text: string) => expect(page.getByText(text)).toHaveCount(1)

/** Runs in the page: stores an ID number that the app itself no longer accepts. */
async function breakIdNumber(): Promise<void> {
  const opening = indexedDB.open('doorstep')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const transaction = opening.result.transaction('sales', 'readwrite')
  const sales = transaction.objectStore('sales')
  const asking = sales.getAll()
  asking.addEventListener('success', () => {
    const [sale] = asking.result
    sales.put({ ...sale, customer: { ...sale.customer, idNumber: `1980${String.fromCharCode(0xd800)}` } })
  })
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  opening.result.close()
}
