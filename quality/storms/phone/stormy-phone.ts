import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { enrolPage } from './enrol-page.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { faultsFrom } from './faults.ts'
import type { PhoneEvent, PhoneState } from './history.ts'
import type { PlannedSale } from './plan.ts'

/** A phone with its own connection to the server. It outlives its tabs and its browser. */
export type StormyPhone = {
  id: string
  proxy: FaultProxy
  plan: readonly PlannedSale[]
  history: PhoneEvent[]
  /** Closes its tabs and opens new ones. Retries until the page is there or the browser is gone. */
  open(context: BrowserContext): Promise<void>
  look(): Promise<PhoneState>
  /** Ends the faults of its connection, and stops waking it. */
  calmDown(): void
}

type Options = {
  plan: readonly PlannedSale[]
  server: number
  script: string
  seed: number
  /** The share of requests that go wrong. */
  faults: number
  /** The number of tabs; only the first sells. */
  tabs: number
  /** Its number among the phones, which determines its address. */
  index: number
  /** Returns the code of an invitation, if phones are enrolled. */
  invite: (() => Promise<string>) | undefined
  onRequest: () => void
  onTrouble: (text: string) => void
}

const WAKE_EVERY_MS = 150
const RETRY_MS = 50
/** Any page of the server's origin will do; this one needs nothing from the app. */
const PAGE = '/healthz'

export async function startStormyPhone(options: Options): Promise<StormyPhone> {
  const { plan, script, tabs, index, invite } = options
  const id = randomUUID()
  const proxy = await startFaultProxy(
    options.server,
    faultsFrom(options.seed, options.faults),
    options.onRequest,
  )
  const history: PhoneEvent[] = []
  let pages: Page[] = []
  let wakeEveryMs: number | null = WAKE_EVERY_MS

  async function openTab(context: BrowserContext, sells: boolean): Promise<Page> {
    const page = await context.newPage()
    pages.push(page)
    page.on('console', (message) => {
      if (message.type() === 'error') options.onTrouble(message.text())
    })
    await page.exposeFunction('report', (event: PhoneEvent) => void history.push(event))
    for (;;) {
      try {
        await page.goto(`http://127.0.1.${index + 1}:${proxy.port}${PAGE}`)
        break
      } catch (error) {
        if (page.isClosed()) throw error
        await pause(RETRY_MS)
      }
    }
    if (invite) await enrolPage(page, id, invite)
    await page.evaluate(script)
    await page.evaluate(`live(${JSON.stringify({ plan, sells, wakeEveryMs })})`)
    return page
  }

  return {
    id,
    proxy,
    plan,
    history,
    async open(context) {
      await Promise.all(pages.map((page) => page.close().catch(() => {})))
      pages = []
      for (let tab = 0; tab < tabs; tab++) await openTab(context, tab === 0)
    },
    look: () => (pages[0] as Page).evaluate('look()'),
    calmDown() {
      proxy.heal()
      wakeEveryMs = null
    },
  }
}
