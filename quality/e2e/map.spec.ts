import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page, Request } from '@playwright/test'
import { fromLonLat } from 'ol/proj.js'
import { writeMbtiles } from '#server/map/map-files.testing.ts'
import { doorIn } from '#server/map/village.testing.ts'
import { barriersInViews } from './barriers.ts'
import type { Doorstep } from './doorstep.ts'
import { importsLeads, importsPoint } from './office-imports.ts'
import { type Agent, expect, test } from './story.ts'

test.use({ hasLeads: false })

const KEPT = /^\d+\.\d MB of map on this phone\.$/
const PLACED = 26
const UNPLACED = 12
/** In the middle of all others, and therefore of the map, at the same point as one of them. */
const MIDDLE = '1 Middle Green'
const HERE = { latitude: 53.3105, longitude: -4.2105, accuracy: 40 }
/** The position in degrees, and in the map's own coordinates, in whole metres. */
const TRACES = [HERE.latitude, HERE.longitude, ...fromLonLat([HERE.longitude, HERE.latitude]).map(Math.trunc)]

function addsMap({ dataDir }: Doorstep): void {
  mkdirSync(path.join(dataDir, 'map'))
  writeMbtiles(path.join(dataDir, 'map', 'village.mbtiles'))
}

const map = (agent: Agent) => agent.page.getByRole('application', { name: 'Map of the doors' })
/** Returns what the map has drawn, without the page around it and the words on top of it. */
const picture = (agent: Agent) =>
  map(agent)
    .locator('canvas')
    .evaluateAll((drawn) => (drawn as HTMLCanvasElement[]).map((canvas) => canvas.toDataURL()).join('\n'))

/** Waits until the map no longer changes, and returns its picture. */
async function settles(agent: Agent): Promise<string> {
  let before = await picture(agent)
  await expect
    .poll(async () => {
      const now = await picture(agent)
      const isSame = now === before && now !== ''
      before = now
      return isSame
    })
    .toBe(true)
  return before
}

/** Returns the tiles that the page requests from the server, and goes on collecting them. */
const tilesAsked = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (/^\/map\/./.test(pathname)) asked.push(pathname)
  })
  return asked
}

test.beforeEach(({ doorstep }) => importsDoors(doorstep))

test.describe('on an installed app', () => {
  test.use({ serviceWorkers: 'allow' })

  test('keeps the map of the area, which is available offline after a reload', async ({
    agent,
    doorstep,
    context,
  }) => {
    addsMap(doorstep)
    await agent.opens()
    await expect
      .poll(() => agent.page.evaluate(() => navigator.serviceWorker.controller?.state))
      .toBe('activated')
    await agent.press('Map')
    await agent.sees(`${PLACED} doors on the map.`)
    await agent.sees('Contains OS data © Crown copyright and database right 2026')
    await agent.press('Keep this area')
    await agent.seesToast('Map kept: This area works offline')
    await expect(agent.page.getByText(KEPT)).toBeVisible()
    const online = await settles(agent)

    await doorstep.kill()
    await context.setOffline(true)
    // The browser may cache tiles too, but may drop them at any time.
    await (await context.newCDPSession(agent.page)).send('Network.clearBrowserCache')
    await agent.page.reload()
    await agent.sees(`${PLACED} doors on the map.`)
    await expect(agent.page.getByText(/^No map loaded/)).toBeHidden()
    await expect(agent.page.getByText(KEPT)).toBeVisible()
    await expect(agent.button('Keep this area')).toBeHidden()
    await expect.poll(async () => (await picture(agent)) === online).toBe(true)

    await agent.press('Remove')
    await agent.page.reload()
    await agent.sees(/^No map loaded/)
    expect(await settles(agent)).not.toBe(online)
  })
})

test('does not request the map until its view is chosen, and works with or without a pointer', async ({
  agent,
  doorstep,
}) => {
  addsMap(doorstep)
  const asked = tilesAsked(agent.page)
  await agent.opens()
  await agent.hasWholeApp()
  const scripts = () =>
    agent.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect((await scripts()).filter((name) => name.includes('map-view'))).toEqual([])
  expect(asked).toEqual([])
  await agent.press('Map')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await test.step('selects a lead, the same in the list', () => selectsByDot(agent))
  await test.step('draws in the colours of the moment', async () => {
    const light = await settles(agent)
    await agent.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await settles(agent)) === light).toBe(false)
    await agent.page.emulateMedia({ colorScheme: 'light' })
  })
  await test.step('has no barriers', async () => {
    await agent.page.getByText('What the marks mean').click()
    expect(await barriersInViews(agent.page)).toEqual([])
  })
  await test.step('needs no pointer', () => needsNoPointer(agent))
  await test.step('gives the map up as soon as the phone cannot store a sale', () => givesMapUp(agent))
})

async function selectsByDot(agent: Agent): Promise<void> {
  await settles(agent)
  await map(agent).click()
  await agent.sees('2 doors here')
  await agent.page.getByRole('dialog').getByRole('radio', { name: MIDDLE }).click()
  await expect(agent.summary('Selected Lead')).toContainText(MIDDLE)
  await agent.press('List')
  await expect(agent.lead(MIDDLE)).toBeChecked()
  await agent.press('Map')
  await expect(agent.lead(MIDDLE)).toBeChecked()
}

async function needsNoPointer(agent: Agent): Promise<void> {
  const before = await settles(agent)
  await map(agent).focus()
  await agent.page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await picture(agent)) === before).toBe(false)
  await agent.page.keyboard.press('+')
  await settles(agent)
  await agent.leads.first().focus()
  // Other leads may come before this one while the map settles.
  const address = await agent.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await agent.page.keyboard.press('Space')
  await expect(agent.summary('Selected Lead')).toContainText(address)
}

async function givesMapUp(agent: Agent): Promise<void> {
  await agent.press('Keep this area')
  await agent.seesToast('Map kept: This area works offline')
  expect(await databases(agent.page)).toContain('doorstep-map')
  await agent.page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  await agent.leads.nth(1).check()
  await expect(agent.page.getByRole('alertdialog', { name: 'Not saved' })).toBeVisible()
  await expect.poll(() => databases(agent.page)).not.toContain('doorstep-map')
}

test('is honest without a map, and about doors and phones without a place', async ({ agent, doorstep }) => {
  await agent.page.addInitScript(deniesPlace)
  await agent.opens()
  await agent.press('Map')
  await agent.sees(/^No map loaded\. These are the true places of the doors\./)
  await expect(agent.page.getByText(/^Scale: \d+ k?m$/)).toBeVisible()
  await expect(agent.button('Keep this area')).toBeHidden()
  await test.step('says so if the phone may not give its place', async () => {
    await agent.press('Where am I')
    await agent.seesToast(
      'Location not found: This browser can’t use the phone’s location. Allow it for Doorstep, then try again',
    )
  })
  await agent.press(`${UNPLACED} not on the map`)
  const others = agent.page.getByRole('dialog').getByRole('radio')
  await expect(others).toHaveCount(UNPLACED)
  const address = (await others.first().getAttribute('aria-label')) ?? ''
  await others.first().click()
  await expect(agent.page.getByRole('dialog')).toBeHidden()
  await expect(agent.summary('Selected Lead')).toContainText(address)
  await test.step('says so if none of the doors found has a place, and then shows no scale', async () => {
    await agent.field('Search leads').fill('kirk wynd')
    await agent.sees(/^No map loaded\. We don’t know where these doors are yet\./)
    await expect(agent.page.getByText(/^Scale:/)).toBeHidden()
    await agent.field('Search leads').fill('')
  })
  await test.step('says whose points place the doors', () => seesSources(agent, doorstep))
})

/** Runs in the page. */
function deniesPlace(): void {
  const denied = {
    code: 1,
    message: '',
    PERMISSION_DENIED: 1,
    POSITION_UNAVAILABLE: 2,
    TIMEOUT: 3,
  } as const
  navigator.geolocation.getCurrentPosition = (_found, refused) => refused?.(denied)
}

async function seesSources(agent: Agent, doorstep: Doorstep): Promise<void> {
  const attribution = agent.page.getByText(/^Contains OS data © Crown copyright and database right \d+$/)
  await agent.sees(`${PLACED} doors on the map.`)
  await expect(attribution).toBeHidden()
  await importsPoint(doorstep, '202508', { uprn: 7001, ...doorIn(1, 2) })
  await importsLeads(doorstep, 'street_address,postcode,uprn\r\n1 Green End,LL79 1AD,7001')
  await agent.page.reload()
  await agent.sees(`${PLACED + 1} doors on the map.`)
  await expect(attribution).toHaveText(['Contains OS data © Crown copyright and database right 2025'])
  addsMap(doorstep)
  await agent.page.reload()
  await expect(attribution).toHaveText([/ 2026$/, / 2025$/])
}

test.describe('where the agent is', () => {
  test.use({ geolocation: HERE, permissions: ['geolocation'] })

  test('shows on request only, and is neither stored nor sent', async ({ agent, doorstep }) => {
    addsMap(doorstep)
    const sent: string[] = []
    agent.page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await agent.opens()
    await agent.page.evaluate(() => {
      const { geolocation } = navigator
      const ask = geolocation.getCurrentPosition.bind(geolocation)
      geolocation.getCurrentPosition = (...given) => {
        document.documentElement.dataset.asked = 'true'
        ask(...given)
      }
    })
    await agent.press('Map')
    const before = await settles(agent)
    await expect(agent.page.locator('html')).not.toHaveAttribute('data-asked')
    await agent.press('Where am I')
    await expect(agent.button('Where am I')).toHaveAttribute('aria-pressed', 'true')
    expect(await settles(agent)).not.toBe(before)
    await agent.leads.first().check()
    await agent.press('Continue with Lead')
    await agent.seesStep(2)

    const kept = await agent.page.evaluate(everythingKept)
    for (const text of [kept, sent.join('\n')])
      for (const trace of TRACES) expect(text).not.toContain(String(trace))
    await agent.press('Back')
    await expect(agent.button('Where am I')).toHaveAttribute('aria-pressed', 'false')
  })
})

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name).sort())

/** Runs in the page: returns all that it stores, as text. */
async function everythingKept(): Promise<string> {
  const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie]
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
    })
    for (const store of database.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve) => {
        const reading = database.transaction(store).objectStore(store).getAll()
        reading.onsuccess = () => resolve(reading.result)
      })
      texts.push(JSON.stringify(rows))
    }
    database.close()
  }
  return texts.join('\n')
}

/** Imports the doors: those in `PLACED` with their place, the others without one. */
async function importsDoors(doorstep: Doorstep): Promise<void> {
  const doors = Array.from({ length: PLACED - 1 }, (_, n) => ({
    address: `${n + 1} Chapel Lane`,
    ...doorIn(n % 5, Math.floor(n / 5) * 4),
  }))
  const middle = { address: MIDDLE, ...doorIn(2, 8) }
  const placed = [...doors, middle].map(({ address, lat, lon }) => `${address},LL79 1AB,${lat},${lon}`)
  const others = Array.from({ length: UNPLACED }, (_, n) => `${n + 1} Kirk Wynd,LL79 1AC,,`)
  const file = ['street_address,postcode,lat,lon', ...placed, ...others].join('\r\n')
  expect(await importsLeads(doorstep, file)).toBe(PLACED + UNPLACED)
}
