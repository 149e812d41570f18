import type { Page } from '@playwright/test'
import { createEmbedded } from './harness/databases.ts'
import { serveFloors } from './harness/floors.ts'
import { middleOf, scroll } from './harness/moves.ts'
import {
  openBrowser,
  type Phone,
  readProbe,
  slowDown,
  type Turn,
  takePhone,
  untilHolds,
  untilMeasured,
} from './harness/phone.ts'
import { startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import type { Row } from './harness/results.ts'
import { alternate, median, quantile, ratio } from './harness/rounds.ts'

/**
 * How soon does a phone with 10,000 stored leads show the first of them, and how fast does it search, sort and scroll?
 * A processor four times slower. In turn with it, in the same tab, a page of one field and one choice shows how much
 * the browser itself needs at that moment.
 */
const LEADS = 10_000
const ROUNDS = 5
const CPU_RATE = 4
const WHOLE_LIST = `document.querySelector('[aria-setsize="${LEADS}"]')`
const SETTLED_MS = 2_000

type Turns = { search: Turn[]; sort: Turn[] }

/** Returns the milliseconds from the document's arrival, and from its main script's, to the frame with a lead. */
async function reload({ page }: Phone): Promise<{ fromDocument: number; fromScript: number }> {
  await page.reload({ waitUntil: 'commit' })
  await untilMeasured(page, 'firstRow')
  const { firstRow = Number.NaN } = await readProbe(page)
  const [documentAt = 0, scriptAt = 0] = await page.evaluate<number[]>(`[
    performance.getEntriesByType('navigation')[0].responseEnd,
    performance.getEntriesByType('resource').find(({ name }) => name === document.scripts[1]?.src || name.includes('/assets/index-'))?.responseEnd,
  ]`)
  return { fromDocument: firstRow - documentAt, fromScript: firstRow - scriptAt }
}

/** Types a street and deletes it, then chooses each order twice. */
async function searchAndSort({ page }: Phone): Promise<Turns> {
  await page.waitForTimeout(SETTLED_MS)
  const field = page.getByLabel('Search leads', { exact: true })
  await field.focus()
  for (const key of ['m', 'i', 'l', 'l', ...Array<string>(4).fill('Backspace')])
    await turn(page, () => field.press(key))
  const search = await takeTurns(page)
  const order = page.getByLabel('Sort by', { exact: true })
  for (const sort of ['street', 'household', 'voucher', 'street', 'household', 'voucher'])
    await turn(page, () => order.selectOption(sort))
  return { search, sort: await takeTurns(page) }
}

async function turn(page: Page, act: () => Promise<unknown>): Promise<void> {
  const { turns } = await readProbe(page)
  await act()
  await untilHolds(page, `globalThis.doorstepProbe.turns.length > ${turns.length}`)
}

const takeTurns = (page: Page): Promise<Turn[]> => page.evaluate('globalThis.doorstepProbe.turns.splice(0)')

/** Returns the long tasks (over 50 ms) in three seconds of scrolling. */
async function scrollLong({ page }: Phone): Promise<number[]> {
  await page.evaluate('globalThis.doorstepProbe.longTasks.length = 0')
  await scroll(page, await middleOf(page, '.lead-scroller'))
  return (await readProbe(page)).longTasks
}

const data = await createEmbedded(LEADS)
const doorstep = await startDoorstep(data.env)
const browser = await openBrowser()
const phone = await takePhone(browser)
await phone.page.goto(doorstep.url)
await untilHolds(phone.page, WHOLE_LIST)
await phone.page.waitForTimeout(SETTLED_MS * 2)
await slowDown(phone, CPU_RATE)
const floors = await serveFloors()
const { list, field } = await alternate(
  {
    list: async () => {
      await phone.page.goto(doorstep.url)
      await untilHolds(phone.page, WHOLE_LIST)
      const shown = await reload(phone)
      await untilHolds(phone.page, WHOLE_LIST)
      return { shown, turns: await searchAndSort(phone) }
    },
    field: async () => {
      await phone.page.goto(`${floors.url}/field.html`)
      return { turns: await searchAndSort(phone) }
    },
  },
  ROUNDS,
)
await phone.page.goto(doorstep.url)
await untilHolds(phone.page, WHOLE_LIST)
const longTasks = await scrollLong(phone)
await browser.close()
floors.stop()
await doorstep.stop()
await data.remove()

const inMs = (what: string, value: number): Row => ({ what, value, unit: 'ms' })

/** A frame is a sixtieth of a second. */
const inAFrame = (what: string, value: number): Row => ({ ...inMs(what, value), target: '<= 16.7' })

const quantiles = (rounds: readonly { turns: Turns }[], kind: keyof Turns, share: number) => {
  const turns = rounds.flatMap((round) => round.turns[kind])
  const of = (values: readonly number[]) => quantile(values, share)
  return { worked: of(turns.map(({ worked }) => worked)), took: of(turns.map(({ took }) => took)) }
}

/** Returns how many times as much work a turn takes as on the bare page. */
function timesBare(kind: keyof Turns): number {
  const worked = (rounds: readonly { turns: Turns }[]) =>
    rounds.map(({ turns }) => median(turns[kind].map((turn) => turn.worked)))
  return ratio(worked(list), worked(field))
}

/**
 * Returns rows for the work of a turn, for the same on the bare page, and for the difference, which is Doorstep's part
 * of a frame.
 */
function rowsOf(what: string, kind: keyof Turns): Row[] {
  const rows = Object.entries({ median: 0.5, '95th percentile': 0.95 }).flatMap(([name, share]) => {
    const [own, bare] = [quantiles(list, kind, share), quantiles(field, kind, share)]
    return [
      inAFrame(`${what}, its work, ${name}`, own.worked),
      inMs('the same on a page of one field and one choice', bare.worked),
      inAFrame("Doorstep's part of it", own.worked - bare.worked),
      inMs(`${what}, to the end of its frame, ${name}`, own.took),
    ]
  })
  return [
    ...rows,
    { what: `${what}, its work beside the bare page's`, value: timesBare(kind), unit: 'times' },
  ]
}

report(
  'phone-list',
  `${LEADS} leads in the phone's own database, opened again with a processor 4 times slower, and a page of one field and one choice`,
  [
    {
      ...inMs(
        'first leads, from the arrival of the document',
        median(list.map(({ shown }) => shown.fromDocument)),
      ),
      target: '<= 300',
    },
    inMs(
      'first leads, from the arrival of the main script',
      median(list.map(({ shown }) => shown.fromScript)),
    ),
    ...rowsOf('a keystroke in the search', 'search'),
    ...rowsOf('another order', 'sort'),
    { what: 'long tasks in 3 s of scrolling', value: longTasks.length, unit: '' },
    inMs('the longest of them', Math.max(0, ...longTasks)),
  ],
)
