import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { startRoundRobin } from '#server/testing/round-robin.ts'
import { startMortalServer } from '../mortal-server.ts'
import { addContacts, countUndelivered, pullLeads, readOrders, readSandbox } from '../phone/server-data.ts'
import { untilNoneLeft } from '../phone/until-none-left.ts'
import { type SaleToMake, sellThrough } from '../plain-phone.ts'
import { startReplicatedPostgres } from './replicated-postgres.ts'

type Storm = {
  seconds: number
  /** So many sales are begun in a second. */
  pace: number
  seed: number
  progress: (line: string) => void
}

/** What the storm came to: nothing is wrong when all that was acknowledged is there, once. */
export type ClusterStormResult = { wrongs: string[]; figures: Record<string, number> }

const PROCESSES = 3
const BETWEEN_KILLS_MS = 2_000
/** A failover, and the new standby that must come after it, take this long from the start of one to the next. */
const BETWEEN_FAILOVERS_MS = 20_000
const PATIENCE_MS = 60_000
const LONGEST_THOUGHT_MS = 40
/** So many sales are under way at most: more would measure the storm's own process, which is phones and proxy too. */
const AGENTS = 400

/**
 * Sales through three processes behind a proxy, on a primary with a synchronous standby, while processes are killed and
 * the primary dies, again and again. Then what the phones were told is compared with what is stored.
 */
export async function runClusterStorm({ seconds, pace, seed, progress }: Storm): Promise<ClusterStormResult> {
  const random = seeded(seed)
  const postgres = await startReplicatedPostgres()
  const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'fatal' }
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startMortalServer(env)))
  const proxy = await startRoundRobin(servers.map(({ url }) => url))
  const pauses: number[] = []
  const sales: SaleToMake[] = []
  let finished = 0
  /** How long after the last sale was begun all were through. */
  let behindMs = 0
  let lastAt = performance.now()
  try {
    const leads = await prepareLeads()
    const endsAt = performance.now() + seconds * 1_000
    const isOver = () => performance.now() > endsAt
    await Promise.all([sellOn(leads, isOver), killOn(isOver), failOverOn(isOver)])
    await untilNoneLeft(() => countUndelivered(proxy.url), PATIENCE_MS)
    const wrongs = await findWrongs()
    const kills = servers.reduce((sum, server) => sum + server.kills(), 0)
    const longestPauseMs = Math.round(Math.max(0, ...pauses))
    const figures = { sales: sales.length, behindMs: Math.round(behindMs), kills, failovers: pauses.length }
    return { wrongs, figures: { ...figures, longestPauseMs } }
  } finally {
    proxy.stop()
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
  }

  /** Opened anew each time: the primary may be another by then. */
  async function withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, console)
    return work(database.db).finally(() => database.close())
  }

  async function prepareLeads(): Promise<string[]> {
    await withDatabase((db) => addContacts(db, Math.ceil(seconds * pace)))
    return (await pullLeads(proxy.url)).map(({ id }) => id)
  }

  /** Begins sales at the pace, all that are due at once, as long as there are agents; resolves when all are through. */
  async function sellOn(leads: readonly string[], isOver: () => boolean): Promise<void> {
    const selling: Promise<void>[] = []
    const startedAt = performance.now()
    for (const lead of leads) {
      if (isOver()) break
      const sale = planSale(sales.length, lead)
      sales.push(sale)
      selling.push(sell(sale))
      while (sales.length - finished >= AGENTS) await pause(1)
      const untilNextMs = startedAt + (sales.length * 1_000) / pace - performance.now()
      if (untilNextMs > 0) await pause(untilNextMs)
    }
    const begunAt = performance.now()
    await Promise.all(selling)
    behindMs = performance.now() - begunAt
  }

  async function sell(sale: SaleToMake): Promise<void> {
    await sellThrough(proxy.url, sale, () => random() * LONGEST_THOUGHT_MS)
    finished += 1
    lastAt = performance.now()
    progress(`${finished} of ${sales.length} sales acknowledged, ${pauses.length} failovers`)
  }

  function planSale(index: number, lead: string): SaleToMake {
    const sessionId = `cluster_${seed}_${index}`
    return { sessionId, name: `Mary ${index}`, email: `mary.${index}@example.com`, leads: [lead] }
  }

  async function killOn(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause(BETWEEN_KILLS_MS * (0.5 + random()))
      await servers[Math.floor(random() * servers.length)]?.kill()
    }
  }

  async function failOverOn(isOver: () => boolean): Promise<void> {
    for (;;) {
      await pause(BETWEEN_FAILOVERS_MS * (0.25 + random() / 2))
      if (isOver()) return
      await postgres.failOver()
      const promotedAt = performance.now()
      while (lastAt < promotedAt) await pause(10)
      pauses.push(lastAt - promotedAt)
      await postgres.heal()
    }
  }

  async function findWrongs(): Promise<string[]> {
    const wrongs: string[] = []
    const claim = (holds: boolean, wrong: string) => void (holds || wrongs.push(wrong))
    const orders = Map.groupBy(await readOrders(proxy.url), ({ session_id }) => String(session_id))
    const inCrm = Map.groupBy(await withDatabase(readSandbox), ({ session_id }) => session_id)
    claim(orders.size === sales.length, `There are ${orders.size} sales instead of ${sales.length}.`)
    for (const { sessionId, name, leads } of sales) {
      const [order, ...doubles] = orders.get(sessionId) ?? []
      claim(order?.status === 'closed-won', `${sessionId} is ${order?.status ?? 'lost'}.`)
      claim(
        order?.customer_name === name && order?.lead_id === leads[0],
        `${sessionId} is not what was sold.`,
      )
      claim(doubles.length === 0, `${sessionId} is there ${doubles.length + 1} times.`)
      const pushed = inCrm.get(sessionId) ?? []
      claim(pushed.length === 1 && pushed[0]?.status === 'won', `${sessionId} is not won once in the CRM.`)
    }
    return wrongs
  }
}
