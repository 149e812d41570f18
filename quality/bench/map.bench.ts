import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { setPlaces } from '#server/lead-places/lead-places.queries.ts'
import { writeMbtiles } from '#server/map/map-files.testing.ts'
import { VILLAGE } from '#server/map/village.testing.ts'
import { createEmbedded, leadId } from './harness/databases.ts'
import { serveFloors } from './harness/floors.ts'
import { drag } from './harness/moves.ts'
import { openBrowser, slowDown, takePhone, untilHolds } from './harness/phone.ts'
import { startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate } from './harness/rounds.ts'
import { taskRows } from './harness/task-rows.ts'
import { tasksWhile } from './harness/tasks.ts'

/**
 * Does a map of 5,000 dots follow the finger? A processor four times slower. In turn with it, in the same tab, a bare
 * canvas that redraws 5,000 circles for each frame.
 */
const DOORS = 5_000
const ROUNDS = 5
const CPU_RATE = 4
const SETTLED_MS = 4_000

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

const { map, canvas } = await alternate(
  {
    map: async () => {
      await phone.page.goto(doorstep.url)
      await untilHolds(phone.page, WHOLE_MAP)
      await phone.page.waitForTimeout(SETTLED_MS)
      return tasksWhile(browser, phone.page, '[role=application]', drag)
    },
    canvas: async () => {
      await phone.page.goto(`${floors.url}/dots.html`)
      await phone.page.waitForTimeout(500)
      return tasksWhile(browser, phone.page, 'canvas', drag)
    },
  },
  ROUNDS,
)
await browser.close()
floors.stop()
await doorstep.stop()
await data.remove()

report(
  'map',
  '5,000 dots on the map, dragged to and fro with a processor 4 times slower, beside a bare canvas of 5,000 circles',
  taskRows(map, canvas, { moving: 'panning', yardstick: 'bare canvas' }),
)
