import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { createEmbedded } from './harness/databases.ts'
import { serveFloors } from './harness/floors.ts'
import { onSlow4G, openBrowser, readProbe, slowDown, takePhone, untilMeasured } from './harness/phone.ts'
import { startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median, ratio } from './harness/rounds.ts'

/**
 * How soon does a new phone show the page, and how soon does the page respond? Slow 4G, a processor four times slower,
 * an empty cache.
 */
const ROUNDS = 15
const QUIET_MS = 1_500
const CPU_RATE = 4

type Visit = { fcp: number; ready: number; sentKB: number; requests: number }

/** Makes one first visit. `sentKB` counts all bytes on the wire, including headers, until the network is quiet. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const phone = await takePhone(browser)
  let sent = 0
  let requests = 0
  let lastAt = Date.now()
  phone.session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sent += encodedDataLength
    requests += 1
    lastAt = Date.now()
  })
  await onSlow4G(phone)
  await slowDown(phone, CPU_RATE)
  await phone.page.goto(url, { waitUntil: 'domcontentloaded' })
  if (url.endsWith('/plain.html')) await phone.page.waitForLoadState('load')
  else await untilMeasured(phone.page, 'ready')
  while (Date.now() - lastAt < QUIET_MS) await phone.page.waitForTimeout(QUIET_MS / 5)
  const { fcp = Number.NaN, ready } = await readProbe(phone.page)
  const loaded = await phone.page.evaluate<number>(
    'performance.timing.loadEventEnd - performance.timing.fetchStart',
  )
  await phone.close()
  return { fcp, ready: ready ?? loaded, sentKB: sent / 1024, requests }
}

/** Returns the size of the scripts that the document names, which must arrive before the page responds. */
async function initialScriptKB(url: string): Promise<number> {
  const html = await (await fetch(url)).text()
  const tags = html.match(/<(?:script|link)[^>]+(?:src|href)="[^"]+\.js"[^>]*>/g) ?? []
  const paths = tags.flatMap((tag) => /"([^"]+\.js)"/.exec(tag)?.[1] ?? [])
  const sizes = await Promise.all(
    paths.map(async (path) => gzipSync(await (await fetch(new URL(path, url))).text(), { level: 9 }).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

const floors = await serveFloors()
const data = await createEmbedded(0)
const doorstep = await startDoorstep(data.env)
const browser = await openBrowser()
const { plain, react, own } = await alternate(
  {
    plain: () => visit(browser, `${floors.url}/plain.html`),
    react: () => visit(browser, `${floors.url}/react.html`),
    own: () => visit(browser, doorstep.url),
  },
  ROUNDS,
)
const initialKB = await initialScriptKB(doorstep.url)
const floorKB = await initialScriptKB(`${floors.url}/react.html`)
await browser.close()
await doorstep.stop()
floors.stop()
await data.remove()

const all = (visits: readonly Visit[], what: keyof Visit) => visits.map((one) => one[what])
const seconds = (name: string, visits: readonly Visit[]) => [
  { what: `${name}: first contentful paint`, value: median(all(visits, 'fcp')) / 1000, unit: 's' },
  { what: `${name}: answers`, value: median(all(visits, 'ready')) / 1000, unit: 's' },
]
report(
  'first-load',
  'a first visit on slow 4G with a processor 4 times slower, beside plain HTML and HTML that React takes over',
  [
    {
      what: 'first contentful paint to that of HTML, then React',
      value: ratio(all(own, 'fcp'), all(react, 'fcp')),
      unit: 'times',
      target: '<= 1.3',
    },
    {
      what: 'answers, to HTML, then React',
      value: ratio(all(own, 'ready'), all(react, 'ready')),
      unit: 'times',
      target: '<= 1.5',
    },
    { what: 'scripts that the document names, gzip', value: initialKB, unit: 'KB', target: '<= 100' },
    { what: 'everything that was sent', value: median(all(own, 'sentKB')), unit: 'KB', target: '<= 144' },
    { what: 'requests', value: median(all(own, 'requests')), unit: '' },
    { what: 'the same scripts of HTML, then React', value: floorKB, unit: 'KB' },
    ...seconds('Doorstep', own),
    ...seconds('plain HTML', plain),
    ...seconds('HTML, then React', react),
  ],
)
