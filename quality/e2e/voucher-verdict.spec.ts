import { DATA_PATH } from '#protocol/premises-data.ts'
import { BDUK_HEADER } from '#server/premises/bduk-file.testing.ts'
import { barriersOn } from './barriers.ts'
import type { Doorstep } from './doorstep.ts'
import { importsData } from './office-imports.ts'
import { type Agent, expect, test } from './story.ts'

test.use({ viewport: { width: 390, height: 844 } })

const TODAY = new Date().toISOString().slice(0, 10)
const DAY_MS = 24 * 60 * 60 * 1000
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

test('answers a check offline from premises data, with its source and month, and asks once it is online again', async ({
  agent,
  page,
  context,
  doorstep,
}) => {
  await importsPremises(doorstep)
  await agent.opens()
  await agent.hasWholeApp()
  await expect.poll(() => page.evaluate(keptBytes)).toBeGreaterThan(0)
  await context.setOffline(true)
  await test.step('checks an address that the phone does not know as soon as it is online again', async () => {
    await agent.press('Check Eligibility')
    await agent.field('Address').fill('1 High Street, LL79 9ZZ')
    await agent.press('Check')
    await agent.sees('This address can’t be checked offline')
    expect(await barriersOn(page)).toEqual([])
    await context.setOffline(false)
    await agent.sees('Unknown')
    await agent.sees('BDUK decides when the voucher is requested')
    await agent.page.keyboard.press('Escape')
    await context.setOffline(true)
  })
  await test.step('names source and month of an answer, and takes it into the sale', () =>
    answersOffline(agent))
  await test.step('says how old its data is after a year offline, and calls nothing likely', async () => {
    await agent.press('Back')
    await agent.seesStep(1)
    await page.clock.setFixedTime(Date.now() + 365 * DAY_MS)
    await agent.press('Check Eligibility')
    await agent.page.keyboard.press('Enter')
    await agent.sees('Unknown')
    const month = MONTH.format(new Date())
    await agent.sees('No gigabit planned; whether vouchers are open here is not known')
    await agent.sees(`BDUK, ${month}, 12 months old`)

    await agent.field('Address').fill('1 Kirk Wynd, TD16 6RD')
    await agent.press('Check')
    await agent.sees('No')
    await agent.sees(`Gigabit is available here already (this may have changed since ${month})`)
  })
})

test('offers nothing at step 2 after a check that found the voucher in use', async ({ agent, doorstep }) => {
  await importsPremises(doorstep)
  await agent.opens()
  await agent.lead('14 Chapel Lane').check()
  await agent.press('Check Eligibility')
  await expect(agent.dialog).toBeVisible()
  await agent.page.keyboard.press('Enter')
  await agent.sees('Unknown')
  await agent.page.keyboard.press('Escape')
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await expect(agent.summary('Voucher')).toContainText(/£[\d,]+ voucher/)
  await expect(agent.summary('Voucher')).not.toContainText('Your check found')
})

async function answersOffline(agent: Agent): Promise<void> {
  const { page } = agent
  await agent.lead('6 Mill Road').check()
  await agent.press('Check Eligibility')
  await expect(agent.dialog).toBeVisible()
  await agent.page.keyboard.press('Enter')
  await agent.sees('Likely')
  await agent.sees('No gigabit here, none planned, area open')
  await agent.sees('All 2 in CA29 4HT')
  await agent.sees(`BDUK, ${MONTH.format(new Date())}, from this month`)
  await agent.sees('BDUK decides when the voucher is requested')
  await agent.sees(/Building Digital UK, licensed under the Open Government Licence v3\.0/)
  await expect(agent.dialog).toContainText('£3,000 voucher')
  expect(await barriersOn(page)).toEqual([])

  await agent.field('Address').fill('1 Kirk Wynd, TD16 6RD')
  await agent.press('Check')
  await agent.sees('No')
  await agent.sees('Gigabit is available here already')
  await agent.press('Continue')
  await agent.seesToast('Cannot proceed: Customer is not eligible for voucher')
  await agent.page.keyboard.press('Escape')
  const row = page.locator('.lead-row', { has: agent.lead('6 Mill Road') })
  for (const place of [agent.summary('Selected Lead'), row]) {
    await expect(place).toContainText('No voucher')
    await expect(place).not.toContainText(/eligible/i)
  }
  await agent.press('Check Eligibility')

  await agent.field('Address').fill('6 Mill Road, CA29 4HT')
  await agent.press('Check')
  await agent.sees('Likely')
  await agent.press('Continue')
  await agent.seesStep(2)
  await expect(agent.summary('Voucher')).toContainText('Voucher likely: BDUK')
}

/** Imports a file in BDUK's format and opens the area, as an operator does. */
async function importsPremises(doorstep: Doorstep): Promise<void> {
  const row = (uprn: number, postcode: string, status: string, hasGigabit: boolean) =>
    `${uprn},str${uprn},true,Wales,${postcode},6,Hills,${status},${hasGigabit},false,W06000001,Hill,W99999999,Wales,false,,,,,false,,,false,,,false,,`
  const rows = [
    row(4001, 'CA29 4HT', 'Gigabit White', false),
    row(4002, 'CA29 4HT', 'Gigabit White', false),
    row(4003, 'TD16 6RD', 'Gigabit Grey/Black', true),
  ]
  const name = `${TODAY.slice(0, 7).replace('-', '')}_BDUK_uprn_release_test.csv`
  await importsData(doorstep, name, `${[BDUK_HEADER, ...rows].join('\n')}\n`)
  const area = { area: 'W06000001', name: 'Hill', state: 'open', max_voucher: '3000', checked_on: TODAY }
  const answer = await fetch(`${doorstep.url}${DATA_PATH}/areas`, {
    method: 'POST',
    headers: { apikey: 'public-anon-key', 'content-type': 'application/json' },
    body: JSON.stringify([{ ...area, open_from: '', open_to: '', source_url: '' }]),
  })
  expect(answer.status).toBe(200)
}

/** Returns how many bytes of premises the phone keeps. Opening a database that does not exist would create it. */
const keptBytes = async () => {
  const all = await indexedDB.databases()
  if (!all.some(({ name }) => name === 'doorstep-premises')) return 0
  return new Promise<number>((resolve) => {
    const opened = indexedDB.open('doorstep-premises')
    opened.onsuccess = () => {
      const database = opened.result
      const read = database.transaction('slices').objectStore('slices').get('slice')
      read.onsuccess = () => {
        database.close()
        resolve(read.result?.bytes?.length ?? 0)
      }
    }
  })
}
