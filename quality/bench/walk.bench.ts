import { openDatabase } from '#server/db/database.ts'
import { createEmbedded } from './harness/databases.ts'
import { serveFloors } from './harness/floors.ts'
import { scroll } from './harness/moves.ts'
import { openBrowser, slowDown, takePhone, untilHolds } from './harness/phone.ts'
import { startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate } from './harness/rounds.ts'
import { taskRows } from './harness/task-rows.ts'
import { tasksWhile } from './harness/tasks.ts'

/**
 * Does a walk of 1,000 doors in seven streets follow the finger? A processor four times slower. In turn with it, in the
 * same tab, a page of 1,000 plain rows.
 */
const DOORS = 1_000
const ROUNDS = 5
const CPU_RATE = 4
const SETTLED_MS = 2_000
const WHOLE_WALK = `document.querySelector('.street-head') && document.querySelector('[aria-setsize="${DOORS}"]')`

const data = await createEmbedded(DOORS)
await inOneSector(data.env.DATA_DIR)
const doorstep = await startDoorstep(data.env)
const browser = await openBrowser()
const phone = await takePhone(browser)
const { page } = phone
await page.goto(doorstep.url)
await page.getByRole('button', { name: 'Walk', exact: true }).click()
await untilHolds(page, WHOLE_WALK)
await slowDown(phone, CPU_RATE)
const floors = await serveFloors()

/**
 * Moves all leads to one sector: the bench gives each lead its own postcode, which would put each in its own street.
 */
async function inOneSector(dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, console)
  await database.db.updateTable('leads').set({ postcode: 'LL79 1AB' }).execute()
  await database.close()
}

const { walk, rows } = await alternate(
  {
    walk: async () => {
      await page.goto(doorstep.url)
      await untilHolds(page, WHOLE_WALK)
      await page.waitForTimeout(SETTLED_MS)
      return tasksWhile(browser, page, '.lead-scroller', scroll)
    },
    rows: async () => {
      await page.goto(`${floors.url}/rows.html`)
      await page.waitForTimeout(SETTLED_MS)
      return tasksWhile(browser, page, '#rows', scroll)
    },
  },
  ROUNDS,
)
await browser.close()
floors.stop()
await doorstep.stop()
await data.remove()

report(
  'walk',
  'A walk of 1,000 doors, scrolled for 3 s with a processor 4 times slower, beside a page of 1,000 plain rows',
  taskRows(walk, rows, { moving: 'scrolling', yardstick: 'plain rows' }),
)
