import { type Agent, expect, test } from './story.ts'

test('draws every lead of a short list, and finds leads by words in their address, postcode and contact', async ({
  agent,
  office,
}) => {
  await agent.opens()
  await expect(agent.leads).toHaveCount(40)
  await test.step('opens the map of a lead in a new tab', async () => {
    const link = agent.page.getByRole('link', { name: 'Map of 6 Mill Road' })
    await expect(link).toHaveAttribute(
      'href',
      'https://www.google.com/maps/search/?api=1&query=6%20Mill%20Road%2C%20CA29%204HT',
    )
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener')
  })
  for (const [typed, count] of [
    ['mill', 8],
    ['ILL RO', 8],
    ['CA29 4HT', 8],
    ['ca294ht', 8],
    ['td16', 9],
    ['100 Mill Road', 1],
    ['Mill  Road CA29', 8],
    ['mill rd', 8],
    ['ca294ht road 100', 1],
    ['kirk 6', 1],
  ] as const) {
    await agent.field('Search leads').fill(typed)
    await expect(agent.leads.first()).toHaveAttribute('aria-setsize', String(count))
  }
  const [{ contact_name }] = (await office.rows('leads?street_address=eq.6 Mill Road')) as [
    { contact_name: string },
  ]
  await agent.field('Search leads').fill(contact_name)
  await expect(agent.leads.first()).toHaveAccessibleName('6 Mill Road')

  await agent.field('Search leads').fill('no such street')
  await agent.sees('No door matches that. Check the spelling, or show all leads.')
  await expect(agent.page.getByText('Tap a door to start.')).toBeHidden()
  await agent.press('Show all leads')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '40')
  const last = agent.leads.last()
  await last.check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
})

test('shows only the voucher if the postcode is unknown, and a Hebrew name after a Hebrew street', async ({
  agent,
}) => {
  await agent.page.route('**/rest/v1/leads*', async (route) => {
    const answer = await route.fetch()
    const leads = (await answer.json()) as { street_address: string }[]
    const changed = leads.map((lead) => ({ ...lead, postcode: '', ...(isMillRoad(lead) && HEBREW) }))
    await route.fulfill({ response: answer, json: changed })
  })
  await agent.opens()
  await agent.lead(HEBREW.street_address).check()
  const lines = agent.summary('Selected Lead').getByRole('paragraph')
  await expect(lines).toHaveText([`${HEBREW.street_address} ${HEBREW.contact_name}`, '£4,500 voucher'])
  expect(await lines.first().evaluate(placesOf, HEBREW)).toEqual(['street', 'name'])
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  const line = agent.page.getByRole('main').getByRole('paragraph').filter({ hasText: ' · ' }).first()
  expect(await line.evaluate(placesOf, HEBREW)).toEqual(['street', 'name'])
})

const HEBREW = { street_address: 'Flat 3, 12 שדרות רוטשילד', contact_name: 'דוד כהן' }
const isMillRoad = ({ street_address }: { street_address: string }) => street_address === '6 Mill Road'

/** Runs in the page: returns 'street' and 'name' as often as they begin, from left to right. */
function placesOf(line: Element, { street_address, contact_name }: typeof HEBREW): string[] {
  const letters: { left: number; of: string }[] = []
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  for (let from = 0; texts.nextNode(); from += texts.currentNode.textContent?.length ?? 0)
    [...(texts.currentNode.textContent ?? '')].forEach((letter, index) => {
      if (!/[\p{L}\d]/u.test(letter)) return
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + 1)
      const isName = from + index >= line.textContent.indexOf(contact_name, street_address.length)
      letters.push({ left: range.getBoundingClientRect().left, of: isName ? 'name' : 'street' })
    })
  const owners = letters.sort((one, other) => one.left - other.left).map(({ of }) => of)
  return owners.filter((owner, index) => owner !== owners[index - 1])
}

test('sorts leads and filters them by status', async ({ agent, office }) => {
  await office.changes('leads?street_address=eq.9 Kirk Wynd', { status: 'qualified' })
  await office.changes('leads?street_address=eq.10 High Street', { status: 'qualified' })
  await agent.opens()
  await seesFirst(agent, ['6 Mill Road', '12 Kirk Wynd', '100 Mill Road'])
  await test.step('moves through the whole list by arrow keys, and round its ends', () => movesByKeys(agent))
  await agent.field('Sort by').selectOption('Household Size')
  await seesFirst(agent, ['20 High Street', '27 Kirk Wynd', '5 Station Road'])
  await agent.field('Sort by').selectOption('Street Name')
  await agent.field('Search leads').fill('high street')
  await seesFirst(agent, ['1 High Street', '2 High Street', '7 High Street', '10 High Street'])

  await agent.field('Status').selectOption('Qualified')
  await seesFirst(agent, ['10 High Street'])
  await agent.field('Status').selectOption('Contacted')
  await agent.sees('Doors match your search, but none has the status Contacted.')
  await agent.press('Show every status')
  await seesFirst(agent, ['1 High Street'])
  await expect(agent.field('Search leads')).toHaveValue('high street')
  await agent.field('Search leads').fill('')
  await agent.field('Status').selectOption('Contacted')
  await agent.sees('No door has the status Contacted.')
})

async function movesByKeys(agent: Agent): Promise<void> {
  await agent.field('Sort by').selectOption('Street Name')
  await agent.lead('3 Chapel Lane').focus()
  for (const key of ['ArrowUp', 'ArrowUp']) {
    await agent.page.keyboard.press(key)
    await seesSelectedInFocus(agent)
  }
  await expect(agent.lead('40 Station Road')).toBeChecked()
  for (let place = 40; place <= 52; place++) {
    await agent.page.keyboard.press('ArrowDown')
    await expect(agent.page.locator(':focus')).toHaveAttribute(
      'aria-posinset',
      String(((place - 1) % 40) + 1),
    )
    await seesSelectedInFocus(agent)
  }
  await agent.page.keyboard.press('Home')
  await expect(agent.lead('3 Chapel Lane')).toBeChecked()
  await agent.page.getByRole('radiogroup', { name: 'Leads' }).hover()
  await agent.page.mouse.wheel(0, 3_000)
  await expect(agent.lead('40 Station Road')).toBeInViewport()
  await agent.page.keyboard.press('ArrowDown')
  await expect(agent.lead('4 Chapel Lane')).toBeChecked()
  await seesSelectedInFocus(agent)
  await agent.page.keyboard.press('End')
  await expect(agent.page.locator(':focus')).toHaveAttribute('aria-posinset', '40')
  await seesSelectedInFocus(agent)
}

test('keeps search and order after Back and across a reload, and starts a new sale without the search', async ({
  agent,
  context,
}) => {
  await context.route('https://www.google.com/**', (route) => route.fulfill({ body: 'A map.' }))
  await agent.opens()
  await test.step('ignores the second tap if a map link lies behind a toast or a dialog', async () => {
    await agent.lead('6 Mill Road').check()
    await agent.press('Check Eligibility')
    await agent.button('Close').dblclick()
    await expect(agent.dialog).toBeHidden()
    await agent.press('Sync GHL')
    await agent.button('Dismiss').dblclick()
    await expect(agent.button('Dismiss')).toBeHidden()
  })
  const seesTheSearch = async () => {
    await expect(agent.field('Search leads')).toHaveValue('kirk')
    await expect(agent.field('Sort by')).toHaveValue('street')
    await seesFirst(agent, ['2 Kirk Wynd'])
  }
  await agent.field('Sort by').selectOption('Street Name')
  await agent.field('Search leads').fill('kirk')
  await seesTheSearch()
  await agent.continuesWithFirstLead()
  await agent.press('Back')
  await agent.seesStep(1)
  await seesTheSearch()

  await agent.sells('Standard Fiber')
  expect(context.pages()).toHaveLength(1)
  await agent.page.evaluate(holdSales)
  await agent.press('Start New Sale')
  await agent.seesStep(1)
  await expect(agent.field('Search leads')).toHaveValue('')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '40')
  await test.step('keeps what is typed while the new sale is still being saved', async () => {
    await agent.field('Search leads').fill('kirk')
    await agent.page.evaluate(releaseSales)
    await expect(agent.field('Search leads')).toHaveValue('kirk')
  })
  await agent.page.reload()
  await seesTheSearch()
})

test('says which step it is, and how many leads match a search', async ({ agent }) => {
  await agent.page.clock.install()
  await agent.opens()
  await expect(agent.page).toHaveTitle('Select lead prospect, step 1 of 5 – Doorstep')
  const heading = agent.page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveAccessibleDescription('Step 1 of 5')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '40')
  const announced = agent.page.getByText('8 leads shown', { exact: true })
  await agent.page.clock.pauseAt(Date.now() + 3_600_000)
  await agent.field('Search leads').fill('mill')
  await expect(agent.leads.first()).toHaveAttribute('aria-setsize', '8')
  await agent.page.clock.runFor(499)
  await expect(announced).toHaveCount(0)
  await agent.page.clock.runFor(1)
  await expect(announced).toHaveCount(1)
  await expect(announced).toHaveRole('status')
  await agent.page.clock.resume()

  await agent.lead('6 Mill Road').check()
  await agent.press('Continue with Lead')
  await expect(agent.page).toHaveTitle('Select package, step 2 of 5 – Doorstep')
  await expect(heading).toHaveAccessibleDescription('Step 2 of 5')
  await agent.press('Back')
  await agent.seesStep(1)
  await agent.field('Search leads').fill('')
  await test.step('scrolls to the chosen lead after Back, however far down it is', async () => {
    await agent.leads.first().focus()
    await agent.page.keyboard.press('End')
    const chosen = agent.page.locator('[role=radiogroup] :checked')
    await expect(chosen).toHaveAttribute('aria-posinset', '40')
    await agent.press('Continue with Lead')
    await agent.seesStep(2)
    await agent.press('Back')
    await agent.seesStep(1)
    await expect(chosen).toBeInViewport({ ratio: 1 })
    await agent.page.reload()
    await expect(chosen).toBeInViewport({ ratio: 1 })
  })
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('shows the street of the selected lead, where each door selects its lead', async ({
    agent,
    office,
  }) => {
    await office.changes('leads?street_address=eq.110 Kirk Wynd', { status: 'qualified' })
    await agent.opens()
    await expect(agent.summary('The street')).toBeHidden()
    await agent.lead('12 Kirk Wynd').check()
    const street = agent.summary('The street')
    await expect(street.getByRole('heading')).toHaveText('Kirk Wynd, 9 doors')
    await expect(street.getByRole('button', { pressed: true })).toHaveAccessibleName('Select 12 Kirk Wynd')
    await street.getByRole('button', { name: 'Select 110 Kirk Wynd Qualified' }).click()
    await expect(agent.lead('110 Kirk Wynd')).toBeChecked()
    await expect(agent.lead('110 Kirk Wynd')).toBeInViewport({ ratio: 1 })
    await agent.press('Continue with Lead')
    await agent.seesStep(2)
  })
})

async function seesFirst(agent: Agent, addresses: string[]): Promise<void> {
  for (const [index, address] of addresses.entries()) {
    await expect(agent.leads.nth(index)).toHaveAccessibleName(address)
  }
}

async function seesSelectedInFocus({ page }: Agent): Promise<void> {
  await expect(page.locator('[role=radiogroup] :focus')).toBeChecked()
  await expect(page.locator(':focus')).toBeInViewport()
}

type Held = typeof globalThis & { release?: () => Promise<unknown> }

/** Runs in the page: holds the table of sales as a slow phone would, until they are released. */
function holdSales(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('doorstep')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const sales = database.transaction('sales', 'readwrite').objectStore('sales')
      let isHeld = true
      const hold = () => {
        if (isHeld) sales.count().onsuccess = hold
      }
      sales.count().onsuccess = () => {
        hold()
        resolve()
      }
      /** Resolves two paints after the waiting sale has been saved. */
      ;(globalThis as Held).release = async () => {
        isHeld = false
        const saved = database.transaction('sales').objectStore('sales').count()
        await new Promise((done) => {
          saved.onsuccess = done
        })
        database.close()
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      }
    }
  })
}

/** Runs in the page. */
const releaseSales = () => (globalThis as Held).release?.()
