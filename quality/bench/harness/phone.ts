import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  devices,
  type Page,
} from '@playwright/test'

const PROBE = fileURLToPath(new URL('../page/probe.js', import.meta.url))
/** Slow 4G, as Lighthouse defines it. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

const POLL_MS = 40
const TIMEOUT_MS = 60_000

/**
 * The measurements of the probe in the page (`quality/bench/page/probe.js`); times in ms since the navigation began.
 */
export type Probe = { fcp?: number; ready?: number; firstRow?: number; longTasks: number[]; turns: Turn[] }

/** How long the page took to respond to an action, in ms: until the end of its frame, and the work within that time. */
export type Turn = { took: number; worked: number }

/** A tab of a phone. */
export type Phone = { page: Page; session: CDPSession; context: BrowserContext; close(): Promise<void> }

/** Opens the browser in CHROMIUM_PATH, which `npm run bench` sets, or Playwright's own. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}

/** Returns a new phone with an empty cache and the probe in every page. */
export async function takePhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  })
  await context.addInitScript({ path: PROBE })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  return { page, session, context, close: () => context.close() }
}

/** Makes the phone's processor this many times slower than the machine's. */
export const slowDown = async ({ session }: Phone, rate: number): Promise<void> =>
  void (await session.send('Emulation.setCPUThrottlingRate', { rate }))

/** Gives the phone a slow connection: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
export async function onSlow4G({ session }: Phone): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
}

export const readProbe = (page: Page): Promise<Probe> => page.evaluate('globalThis.doorstepProbe')

/**
 * Polls the page until this expression is true, because our content security policy blocks Playwright's own waiting.
 * Rejects after a minute.
 */
export async function untilHolds(page: Page, expression: string): Promise<void> {
  const until = performance.now() + TIMEOUT_MS
  while (!(await page.evaluate(`Boolean(${expression})`))) {
    if (performance.now() > until) throw new Error(`It never became true: ${expression}`)
    await delay(POLL_MS)
  }
}

/** Waits until the probe has measured this value. */
export const untilMeasured = (page: Page, what: keyof Probe): Promise<void> =>
  untilHolds(page, `globalThis.doorstepProbe?.${what} !== undefined`)
