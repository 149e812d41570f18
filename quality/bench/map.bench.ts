import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openDatabase } from '#server/db/database.ts'
import { setPlaces } from '#server/lead-places/lead-places.queries.ts'
import { writeMbtiles } from '#server/map/map-files.testing.ts'
import { VILLAGE } from '#server/map/village.testing.ts'
import { createEmbedded, leadId } from './harness/databases.ts'
import { serveFloors } from './harness/floors.ts'
import { openBrowser, readProbe, slowDown, takePhone, untilHolds } from './harness/phone.ts'
import { startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import type { Row } from './harness/results.ts'
import { alternate } from './harness/rounds.ts'

/**
 * Does a map of 5,000 dots follow the finger? A processor four times slower. In turn with it, in the same tab, a bare
 * canvas that draws 5,000 circles again for each frame.
 */
const DOORS = 5_000
const ROUNDS = 5
const CPU_RATE = 4
const SETTLED_MS = 4_000
const STEPS = 40

const WHOLE_MAP = `document.body.textContent.includes('5,000 doors on the map')`

const data = await createEmbedded(DOORS)
mkdirSync(path.join(data.env.DATA_DIR, 'map'))
writeMbtiles(path.join(data.env.DATA_DIR, 'map', 'village.mbtiles'))
await placeLeads(data.env.DATA_DIR)
const doorstep = await startDoorstep(data.env)
const browser = await openBrowser()
const phone = await takePhone(browser)
await phone.page.goto(doorstep.url)
await phone.page.getByRole('button', { name: 'Map', exact: true }).click()
await untilHolds(phone.page, WHOLE_MAP)
await phone.page.waitForTimeout(SETTLED_MS)
await slowDown(phone, CPU_RATE)
const floors = await serveFloors()

/** Puts the leads on a grid around the middle of the village. */
async function placeLeads(dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, console)
  const places = Array.from({ length: DOORS }, (_, n) => ({
    lead_id: leadId(n + 1),
    uprn: null,
    lat: VILLAGE.middle.lat + ((n % 50) - 25) * 0.0002,
    lon: VILLAGE.middle.lon + (Math.floor(n / 50) - 50) * 0.0002,
    point_source: 'given' as const,
    premises_match: null,
  }))
  await setPlaces(database.db, places)
  await database.close()
}

/** Drags to and fro; returns the long tasks of that time, and of the second after it. */
async function pan(page: Page, selector: string): Promise<number[]> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error('There is nothing to drag.')
  await page.evaluate('globalThis.doorstepProbe.longTasks.length = 0')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  for (const side of [1, -1]) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= STEPS; step++) {
      await page.mouse.move(x + side * step * 3, y + side * step * 2)
      await page.waitForTimeout(16)
    }
    await page.mouse.up()
    await page.waitForTimeout(1_000)
  }
  return (await readProbe(page)).longTasks
}

const { map, canvas } = await alternate(
  {
    map: async () => {
      await phone.page.goto(doorstep.url)
      await untilHolds(phone.page, WHOLE_MAP)
      await phone.page.waitForTimeout(SETTLED_MS)
      return pan(phone.page, '[role=application]')
    },
    canvas: async () => {
      await phone.page.goto(`${floors.url}/dots.html`)
      await phone.page.waitForTimeout(500)
      return pan(phone.page, 'canvas')
    },
  },
  ROUNDS,
)
await browser.close()
floors.stop()
await doorstep.stop()
await data.remove()

const longest = (rounds: readonly number[][]) => Math.max(0, ...rounds.flat())
const rows: Row[] = [
  {
    what: 'tasks over 50 ms while panning, of all rounds',
    value: map.flat().length,
    unit: '',
    target: '<= 0',
  },
  { what: 'the longest of them', value: longest(map), unit: 'ms' },
  { what: 'the same on a bare canvas', value: canvas.flat().length, unit: '' },
  { what: 'the longest of them, bare canvas', value: longest(canvas), unit: 'ms' },
]
report(
  'map',
  '5,000 dots on the map, dragged to and fro with a processor 4 times slower, beside a bare canvas of 5,000 circles',
  rows,
)
