import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import { DELIVERY_TARGETS } from '#protocol/back-office.ts'
import { openDatabase } from '#server/db/database.ts'
import { findSealWrongs } from '../check-seals.ts'
import { startFaultyMail } from '../faulty-mail.ts'
import { startFaultyReceiver } from '../faulty-receiver.ts'
import { startMortalServer } from '../mortal-server.ts'
import { makeSealKey } from '../seal-key.ts'
import { findWrongs } from './check-sales.ts'
import { openCompany, readPhonePeople } from './company.ts'
import type { PhoneState } from './history.ts'
import { startMortalBrowser } from './mortal-browser.ts'
import { buildPageScript } from './page-script.ts'
import { leadsFor, planSales } from './plan.ts'
import {
  addContacts,
  countEvidence,
  countUndelivered,
  cutConnections,
  forgetSales,
  pullLeads,
  readOrders,
  readSandbox,
} from './server-data.ts'
import { type StormyPhone, startStormyPhone } from './stormy-phone.ts'
import { untilNoneLeft } from './until-none-left.ts'

type Storm = {
  databaseUrl: string
  sales: number
  seed: number
  phones: number
  /** The mean number of the phones' requests between two disasters. */
  requestsBetweenDisasters: number
  /** Without progress for this long, the storm ends. */
  stallTimeoutMs: number
  /** Whether people sign in and phones are enrolled. If so, the office also suspends and forgets them. */
  hasPeople?: boolean
  progress?: (line: string) => void
}

type Disaster = 'server' | 'tab' | 'connection' | 'connections' | 'browser'

/** The outcome. If there are no wrongs, every sale arrived exactly once, as it was signed. */
export type PhoneStormResult = {
  wrongs: string[]
  /** The errors in the consoles of the phones. */
  troubles: string[]
  figures: Record<string, number>
}

/** The share of requests that fail, from the phones and at the automation service. */
const FAULTS = 0.3
/** Each entry is equally likely. */
const DISASTERS: readonly Disaster[] = [
  ...(['server', 'server', 'connections', 'connections', 'connection'] as const),
  ...(['tab', 'tab', 'tab', 'browser', 'browser'] as const),
]
const DOWN_MS = 400
const DATABASE_DOWN_MS = 400
/** Once this share of the sales is sent, the server loses some of them. */
const FORGETS_AT = 0.5
const FORGETS = 0.05
/** The last sales are sent without faults. */
const ENDS_AT = 0.97

/**
 * Sells through the outbox of phones in a real browser, over connections that break three requests in ten, while
 * server, database connections, tabs and browser are killed at random moments. Then lets everything recover and
 * compares.
 */
export async function runPhoneStorm(storm: Storm): Promise<PhoneStormResult> {
  const { databaseUrl, sales, seed, stallTimeoutMs, progress = () => {} } = storm
  const startedAt = performance.now()
  const random = seeded(seed)
  const happened: Record<Disaster, number> = { server: 0, tab: 0, connection: 0, connections: 0, browser: 0 }
  const troubles = new Set<string>()
  const forgotten = new Set<string>()
  const lifetime = () => Math.round(storm.requestsBetweenDisasters * (0.5 + random()))
  let requestsToDisaster = Number.POSITIVE_INFINITY
  let isStormy = false
  let webhookCalls = 0
  const failed = Promise.withResolvers<never>()
  let disaster: Promise<unknown> = Promise.resolve()

  const profile = mkdtempSync(path.join(os.tmpdir(), 'doorstep-phones-'))
  const database = await openDatabase({ databaseUrl, dataDir: '' }, console)
  const { db } = database
  await database.migrate()
  const company = storm.hasPeople ? await openCompany(db, random) : undefined
  const receiver = await startFaultyReceiver(FAULTS, seeded(seed + 1), () => {
    webhookCalls += 1
  })
  const mail = await startFaultyMail(0, random, () => {})
  const key = makeSealKey()
  const [script, server] = await Promise.all([
    buildPageScript(),
    startMortalServer({
      DATABASE_URL: databaseUrl,
      ...mail.settings,
      ...key.settings,
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET: Buffer.alloc(32, 7).toString('base64'),
      ALLOW_PRIVATE_WEBHOOKS: '1',
      ...(company && { AUTH_MODE: 'required' }),
    }),
  ])
  let browser = await startMortalBrowser(profile)
  let phones: StormyPhone[] = []
  try {
    phones = await preparePhones()
    await openTabs()
    isStormy = true
    requestsToDisaster = lifetime()
    await Promise.race([failed.promise, untilSent()])
    isStormy = false
    await disaster
    const recoveredAt = await recover()
    const states = await untilAtRest(recoveredAt)
    await untilNoneLeft(countUnfinished, stallTimeoutMs)
    const owners = company && (await readPhonePeople(db))
    const wrongs = findWrongs({
      phones: phones.map(({ id, plan, history }, index) => ({
        plan,
        history,
        state: states[index] as never,
        owners: owners?.get(id),
      })),
      orders: await readOrders(server.url, company?.token),
      inCrm: await readSandbox(db),
      taken: receiver.taken,
      evidence: await countEvidence(db),
      forgotten,
    })
    wrongs.push(...(await findSealWrongs({ db, mails: mail.taken, forgotten })))
    return { wrongs, troubles: [...troubles], figures: figures() }
  } finally {
    await browser.kill()
    await Promise.all(phones.map(({ proxy }) => proxy.close()))
    await server.stop()
    await receiver.close()
    await mail.close()
    key.remove()
    await database.close()
    rmSync(profile, { recursive: true, force: true })
  }

  async function preparePhones(): Promise<StormyPhone[]> {
    const salesOf = Array.from({ length: storm.phones }, (_, phone) =>
      Math.floor((sales + phone) / storm.phones),
    )
    await addContacts(
      db,
      salesOf.reduce((sum, count) => sum + leadsFor(count), 0),
    )
    const leads = await pullLeads(server.url, company?.token)
    return Promise.all(
      salesOf.map((count, phone) =>
        startStormyPhone({
          plan: planSales(phone, count, seed, leads.splice(0, leadsFor(count))),
          server: Number(new URL(server.url).port),
          script,
          seed: seed + 100 + phone,
          faults: FAULTS,
          tabs: phone === 0 ? 2 : 1,
          index: phone,
          invite: company?.invite,
          onRequest,
          onTrouble: (text) => troubles.add(text),
        }),
      ),
    )
  }

  function onRequest(): void {
    requestsToDisaster -= 1
    if (requestsToDisaster > 0 || !isStormy) return
    requestsToDisaster = Number.POSITIVE_INFINITY
    disaster = strike().then(() => {
      requestsToDisaster = lifetime()
    })
    disaster.catch(failed.reject)
  }

  async function strike(): Promise<void> {
    const kind = DISASTERS[Math.floor(random() * DISASTERS.length)] ?? 'server'
    const phone = phones[Math.floor(random() * phones.length)] as StormyPhone
    happened[kind] += 1
    await company?.interfere({ id: phone.id, open: () => phone.open(browser.context) })
    switch (kind) {
      case 'server':
        return server.kill()
      case 'connections':
        return cutConnections(db, DATABASE_DOWN_MS)
      case 'tab':
        return phone.open(browser.context)
      case 'connection':
        phone.proxy.goDown()
        await pause(DOWN_MS)
        return phone.proxy.comeUp()
      case 'browser':
        for (const { history } of phones) history.push({ type: 'killed' })
        await browser.kill()
        browser = await startMortalBrowser(profile)
        return openTabs()
    }
  }

  async function openTabs(): Promise<void> {
    await Promise.all(phones.map((phone) => phone.open(browser.context)))
  }

  function untilSent(): Promise<void> {
    return untilNoneLeft(async () => {
      const sent = sentSales()
      if (forgotten.size === 0 && sent.length > sales * FORGETS_AT) await forgetSome(sent)
      const disasters = Object.values(happened).reduce((sum, count) => sum + count)
      progress(`${sent.length} of ${sales} sales have a receipt, ${disasters} disasters`)
      return Math.max(0, Math.ceil(sales * ENDS_AT) - sent.length)
    }, stallTimeoutMs)
  }

  /** Returns how often the browser has lost a phone's database. The first start does not count. */
  function timesEmptied(): number {
    const events = phones.flatMap(({ history }) => history)
    return events.filter(({ type }) => type === 'empty').length - phones.length
  }

  function sentSales(): string[] {
    const events = phones.flatMap(({ history }) => history)
    return [...new Set(events.flatMap((event) => (event.type === 'sent' ? [event.sessionId] : [])))]
  }

  /**
   * Deletes some sales while the server is down, as a restore does, and between two disasters, because its own
   * connection could be refused too. The phones notice at their next start.
   */
  async function forgetSome(sent: readonly string[]): Promise<void> {
    await disaster
    requestsToDisaster = Number.POSITIVE_INFINITY
    for (const sessionId of sent.slice(0, Math.ceil(sales * FORGETS))) forgotten.add(sessionId)
    await server.kill(() => forgetSales(db, [...forgotten]))
    requestsToDisaster = lifetime()
  }

  async function recover(): Promise<number> {
    await company?.calmDown()
    for (const phone of phones) phone.calmDown()
    const at = Math.floor(Date.now() / 1000) * 1000
    await openTabs()
    return at
  }

  /** Waits until no call waits and each sale was verified by a phone that started after the storm. */
  async function untilAtRest(since: number): Promise<PhoneState[]> {
    let states: PhoneState[] = []
    await untilNoneLeft(async () => {
      states = await Promise.all(phones.map((phone) => phone.look()))
      const verified = states.flatMap(({ receipts }) =>
        receipts.filter(({ checkedAt }) => Date.parse(checkedAt) >= since),
      )
      const calls = states.reduce((sum, { waiting, parked }) => sum + waiting + parked, 0)
      progress(`${calls} calls wait, ${verified.length} of ${sales} sales are verified`)
      return calls + Math.abs(sales - verified.length)
    }, stallTimeoutMs)
    return states
  }

  /** Counts what has not arrived everywhere. Releases held sales. */
  async function countUnfinished(): Promise<number> {
    const held = (await company?.releaseAll()) ?? 0
    return held + (await countUndelivered(server.url, DELIVERY_TARGETS, company?.token))
  }

  function figures(): Record<string, number> {
    const counts = { requests: 0, slow: 0, cut: 0, reset: 0, misdate: 0, freeze: 0, late: 0 }
    for (const { proxy } of phones)
      for (const kind of Object.keys(counts) as (keyof typeof counts)[]) counts[kind] += proxy.counts[kind]
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    return {
      sales,
      seconds,
      ...counts,
      ...happened,
      emptied: timesEmptied(),
      forgotten: forgotten.size,
      ...company?.counts,
      webhookCalls,
    }
  }
}
