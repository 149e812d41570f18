import { createEmbedded } from './harness/databases.ts'
import {
  openBrowser,
  type Phone,
  type Probe,
  readProbe,
  slowDown,
  takePhone,
  untilHolds,
  untilNoted,
} from './harness/phone.ts'
import { type Running, startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median, ratio } from './harness/rounds.ts'

/**
 * How soon does the app on a phone open without a server, and with one that takes every connection and never answers,
 * beside the same page asked of a server that is well? A processor four times slower, 10,000 leads on the phone, and a
 * worker that sleeps.
 */
const LEADS = 10_000
const ROUNDS = 9
const CPU_RATE = 4
/** Long enough for the phone to have written the whole list down. */
const SETTLED_MS = 8_000
const WHOLE_LIST = `document.querySelector('[aria-setsize="${LEADS}"]')`
const INSTALLED = `globalThis.navigator.serviceWorker.controller?.state === 'activated'`

/** Times in ms since the navigation began. */
async function open({ page, session }: Phone, url: string): Promise<Probe> {
  await page.goto('about:blank')
  await session.send('ServiceWorker.stopAllWorkers')
  await page.goto(url, { waitUntil: 'commit' })
  await untilNoted(page, 'firstRow')
  return readProbe(page)
}

async function openFromServer(phone: Phone, url: string): Promise<Probe> {
  await phone.session.send('Network.setBypassServiceWorker', { bypass: true })
  const opened = await open(phone, url)
  await phone.session.send('Network.setBypassServiceWorker', { bypass: false })
  return opened
}

async function openBesideSilence(phone: Phone, { pid, url }: Running): Promise<Probe> {
  process.kill(pid, 'SIGSTOP')
  const opened = await open(phone, url)
  process.kill(pid, 'SIGCONT')
  return opened
}

const data = await createEmbedded(LEADS)
const doorstep = await startDoorstep(data.env)
const browser = await openBrowser()
const phone = await takePhone(browser)
await phone.session.send('Network.enable')
await phone.session.send('ServiceWorker.enable')
await phone.page.goto(doorstep.url)
await untilHolds(phone.page, WHOLE_LIST)
await untilHolds(phone.page, INSTALLED)
await phone.page.waitForTimeout(SETTLED_MS)
await slowDown(phone, CPU_RATE)

const { online, silent } = await alternate(
  { online: () => openFromServer(phone, doorstep.url), silent: () => openBesideSilence(phone, doorstep) },
  ROUNDS,
)
await doorstep.stop()
const { dead } = await alternate({ dead: () => open(phone, doorstep.url) }, ROUNDS)
await browser.close()
await data.remove()

const all = (opened: readonly Probe[], what: 'fcp' | 'firstRow') =>
  opened.map((probe) => probe[what] ?? Number.NaN)
const inMs = (what: string, values: readonly number[]) => ({ what, value: median(values), unit: 'ms' })
report('phone-offline', `${LEADS} leads on the phone, opened with a processor 4 times slower`, [
  { ...inMs('no server: first leads', all(dead, 'firstRow')), target: '<= 1000' },
  inMs('no server: first contentful paint', all(dead, 'fcp')),
  { ...inMs('a server that never answers: first leads', all(silent, 'firstRow')), target: '<= 1000' },
  inMs('a server that never answers: first contentful paint', all(silent, 'fcp')),
  inMs('asked of the server: first leads', all(online, 'firstRow')),
  inMs('asked of the server: first contentful paint', all(online, 'fcp')),
  {
    what: 'first leads beside a server that never answers, to asking the server',
    value: ratio(all(silent, 'firstRow'), all(online, 'firstRow')),
    unit: 'times',
  },
])
