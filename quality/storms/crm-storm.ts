import { setTimeout as pause } from 'node:timers/promises'
import { mixedFaults } from '#crm/gohighlevel/double/faults.ts'
import { startGoHighLevelDouble } from '#crm/gohighlevel/double/go-high-level-double.ts'
import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import { BACK_OFFICE_PATH, type BackOffice } from '#protocol/back-office.ts'
import { GHL_SYNC_PATH } from '#protocol/functions.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { findFindings, findSealWrongs } from './check-seals.ts'
import { findWrongs } from './check-storm.ts'
import { startFaultyMail } from './faulty-mail.ts'
import { startFaultyReceiver } from './faulty-receiver.ts'
import { startMortalServer } from './mortal-server.ts'
import { type SaleToMake, sellThrough } from './plain-phone.ts'
import { makeSealKey } from './seal-key.ts'

type Storm = {
  databaseUrl: string
  sales: number
  seed: number
  /** The mean number of calls to the CRM, the automation service and the mail server between two kills. */
  callsBetweenKills: number
  progress?: (line: string) => void
}

/** The outcome. If there are no wrongs, every sale arrived exactly once. */
export type StormResult = {
  wrongs: string[]
  figures: {
    seconds: number
    kills: number
    crmCalls: number
    crmFaults: number
    webhookCalls: number
    reports: number
    mails: number
  }
}

const FAULTS = 0.3
const PHONES = 12
const MAX_THOUGHT_MS = 60
/** One sale in this many changes its lead after the first step. */
const CHANGES_LEAD = 5
const HOLD_MS = 200
const WATCH_MS = 250

/**
 * Makes sales through the real server and the GoHighLevel adapter, while three calls in ten to the CRM, the automation
 * service and the mail server fail and the server is killed at random moments. Retries by hand what is refused for
 * good.
 */
export async function runCrmStorm({
  databaseUrl,
  sales: count,
  seed,
  callsBetweenKills,
  progress = () => {},
}: Storm): Promise<StormResult> {
  const startedAt = performance.now()
  const random = seeded(seed)
  const figures = { seconds: 0, kills: 0, crmCalls: 0, crmFaults: 0, webhookCalls: 0, reports: 0, mails: 0 }
  let callsToLive = Number.POSITIVE_INFINITY
  const lifetime = () => Math.round(callsBetweenKills * (0.5 + random()))

  const called = () => {
    callsToLive -= 1
    if (callsToLive > 0) return
    callsToLive = Number.POSITIVE_INFINITY
    server.kill().then(() => {
      callsToLive = lifetime()
    }, failed.reject)
  }
  const failed = Promise.withResolvers<never>()
  const double = await startGoHighLevelDouble({
    contacts: count + Math.ceil(count / CHANGES_LEAD),
    holdMs: HOLD_MS,
  })
  const receiver = await startFaultyReceiver(FAULTS, random, () => {
    figures.webhookCalls += 1
    called()
  })
  const mail = await startFaultyMail(FAULTS, random, called)
  const key = makeSealKey()
  const server = await startMortalServer({
    DATABASE_URL: databaseUrl,
    ...mail.settings,
    ...key.settings,
    GHL_BASE_URL: double.url,
    GHL_API_TOKEN: double.token,
    GHL_LOCATION_ID: double.locationId,
    GHL_PIPELINE_ID: double.pipelineId,
    GHL_STAGE_OPEN: double.stages.open,
    GHL_STAGE_QUALIFIED: double.stages.qualified,
    GHL_STAGE_WON: double.stages.won,
    GHL_STAGE_LOST: double.stages.lost,
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: Buffer.alloc(32, 7).toString('base64'),
    ALLOW_PRIVATE_WEBHOOKS: '1',
  })
  try {
    const leads = await pullLeads(server.url)
    const contacts = double.contacts().length
    const faults = mixedFaults(FAULTS, seed)
    double.setFaults((request) => {
      figures.crmCalls += 1
      called()
      const fault = faults(request)
      if (fault) figures.crmFaults += 1
      return fault
    })
    callsToLive = lifetime()
    const sales = planSales(count, leads)
    await Promise.race([
      failed.promise,
      sellAll(server.url, sales, random).then(() => untilDelivered(server.url)),
    ])
    callsToLive = Number.POSITIVE_INFINITY
    double.setFaults(undefined)
    const wrongs = [
      ...(await findWrongs({ url: server.url, sales, double, contacts, taken: receiver.taken })),
      ...(await withDatabase((db) => findSealWrongs({ db, mails: mail.taken }))),
      ...(await withDatabase(findFindings)),
    ]
    figures.seconds = (performance.now() - startedAt) / 1_000
    figures.kills = server.kills()
    figures.reports = receiver.taken.length
    figures.mails = mail.taken.length
    return { wrongs, figures }
  } finally {
    await server.stop()
    await receiver.close()
    await mail.close()
    await double.close()
    key.remove()
  }

  async function withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const database = await openDatabase({ databaseUrl, dataDir: '' }, console)
    return work(database.db).finally(database.close)
  }

  async function sellAll(url: string, sales: readonly SaleToMake[], luck: () => number): Promise<void> {
    const waiting = [...sales]
    const sellOn = async () => {
      for (let sale = waiting.shift(); sale; sale = waiting.shift()) {
        await sellThrough(url, sale, () => luck() * MAX_THOUGHT_MS)
        progress(`${count - waiting.length} of ${count} sales begun, ${server.kills()} kills`)
      }
    }
    await Promise.all(Array.from({ length: PHONES }, sellOn))
  }

  /** Retries parked deliveries, as the back office does, until everything is delivered. */
  async function untilDelivered(url: string): Promise<void> {
    for (;;) {
      const office = await ask<BackOffice>(url, BACK_OFFICE_PATH)
      const counts = Object.values(office?.counts ?? {})
      const parked = counts.reduce((sum, target) => sum + target.parked, 0)
      const left = counts.reduce((sum, target) => sum + target.waiting, parked)
      if (office && left === 0) return
      progress(`${left} deliveries left, ${parked} of them parked, ${server.kills()} kills`)
      for (const target of ['crm', 'copy'])
        await ask(url, `${BACK_OFFICE_PATH}/deliveries/retry`, { target, state: 'parked' })
      await pause(WATCH_MS)
    }
  }
}

function planSales(count: number, leads: readonly string[]): SaleToMake[] {
  return Array.from({ length: count }, (_, index) => {
    const changes = index % CHANGES_LEAD === 0
    const second = changes ? leads[count + index / CHANGES_LEAD] : undefined
    return {
      sessionId: `sale_${index}`,
      name: `Mary Jones ${index}`,
      email: `mary.jones${index}@example.com`,
      leads: [leads[index] ?? '', ...(second ? [second] : [])],
    }
  })
}

async function pullLeads(url: string): Promise<string[]> {
  await ask(url, `${GHL_SYNC_PATH}?endpoint=sync-leads`, {})
  const leads = await ask<{ id: string }[]>(url, '/rest/v1/leads?select=id&order=id')
  return (leads ?? []).map(({ id }) => id)
}

/** Returns an answer's JSON, or undefined while the server is down. */
async function ask<Value>(url: string, path: string, body?: object): Promise<Value | undefined> {
  const headers = { apikey: 'public-anon-key', 'content-type': 'application/json' }
  try {
    const answer = await fetch(`${url}${path}`, {
      headers,
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    return answer.ok ? ((await answer.json()) as Value) : undefined
  } catch {
    return undefined
  }
}
