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
  /** How many sales begin per second. */
  pace: number
  seed: number
  progress: (line: string) => void
}

/** The outcome. If there are no wrongs, everything acknowledged is stored once. */
export type ClusterStormResult = { wrongs: string[]; figures: Record<string, number> }

const PROCESSES = 3
const BETWEEN_KILLS_MS = 2_000
/** The time from one failover to the next, including the new standby. */
const BETWEEN_FAILOVERS_MS = 20_000
const STALL_TIMEOUT_MS = 60_000
const MAX_THOUGHT_MS = 40
/**
 * The maximum number of sales under way. More would measure the storm's own process, which also runs the phones and the
 * proxy.
 */
const AGENTS = 400

/**
 * Sells through three processes behind a proxy, on a primary with a synchronous standby, while processes are killed and
 * the primary fails over. Then compares the acknowledged sales with the stored ones.
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
  /** The time from the start of the last sale to the end of all sales. */
  let behindMs = 0
  let lastAt = performance.now()
  try {
    const leads = await prepareLeads()
    const endsAt = performance.now() + seconds * 1_000
    const isOver = () => performance.now() > endsAt
    await Promise.all([sellOn(leads, isOver), killOn(isOver), failOverOn(isOver)])
    await untilNoneLeft(() => countUndelivered(proxy.url), STALL_TIMEOUT_MS)
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

  /** Opens a new connection each time, because the primary may have changed. */
  async function withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, console)
    return work(database.db).finally(() => database.close())
  }

  async function prepareLeads(): Promise<string[]> {
    await withDatabase((db) => addContacts(db, Math.ceil(seconds * pace)))
    return (await pullLeads(proxy.url)).map(({ id }) => id)
  }

  /** Begins sales as they are due, while agents are free. Resolves when all are finished. */
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
    await sellThrough(proxy.url, sale, () => random() * MAX_THOUGHT_MS)
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
