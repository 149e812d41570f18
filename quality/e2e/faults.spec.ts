import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import { PACKAGES } from '#domain/catalog/packages.ts'
import { customerName } from '#domain/sale/sale.ts'
import { openDatabase } from '#server/db/database.ts'
import { startFaultyReceiver } from '../storms/faulty-receiver.ts'
import { startMortalServer } from '../storms/mortal-server.ts'
import { findWrongs } from '../storms/phone/check-sales.ts'
import { type FaultProxy, startFaultProxy } from '../storms/phone/fault-proxy.ts'
import { faultsFrom } from '../storms/phone/faults.ts'
import { LOCAL_AREA, type PlannedSale } from '../storms/phone/plan.ts'
import {
  countEvidence,
  findUndelivered,
  pullLeads,
  readOrders,
  readSandbox,
} from '../storms/phone/server-data.ts'
import { type Errand, idNumberOf, LastingAgent, type OnPhone } from './lasting-agent.ts'
import { expect, test } from './story.ts'

const SALES = 4
const FAULTS = 0.5
/** The maximum; four sales take some ten seconds. */
const DISASTER_EVERY_MS = 2_000
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

const PHONES = 2

test(`delivers each of ${SALES} sales once while browsers, server and connections fail`, async () => {
  test.setTimeout(900_000)
  process.stdout.write(`SEED=${seed}\n`)
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-faults-'))
  const dataDir = join(folder, 'data')
  cpSync(process.env.STORY_TEMPLATE ?? '', dataDir, { recursive: true })
  const receiver = await startFaultyReceiver(FAULTS, seeded(seed + 1), () => {})
  const server = await startMortalServer({
    DATA_DIR: dataDir,
    LOCAL_AREA,
    WEBHOOK_URL: receiver.url,
    ALLOW_PRIVATE_WEBHOOKS: '1',
  })
  const proxies: FaultProxy[] = []
  let agents: LastingAgent[] = []
  try {
    const leads = await pullLeads(server.url)
    let isCalm = true
    agents = await Promise.all(
      Array.from({ length: PHONES }, async (_, phone) => {
        const draw = faultsFrom(seed + 100 + phone, FAULTS)
        const proxy = await startFaultProxy(Number(new URL(server.url).port), () =>
          isCalm ? undefined : draw(),
        )
        proxies.push(proxy)
        const street = leads.filter((_, index) => index % PHONES === phone).slice(0, SALES / PHONES)
        const errands = street.map((lead): Errand => ({ lead, packageId: packageBy(random()) }))
        return new LastingAgent(`http://127.0.0.1:${proxy.port}/`, join(folder, `phone-${phone}`), errands)
      }),
    )
    await Promise.all(agents.map((agent) => agent.opens()))
    await Promise.all(agents.map(isInstalled))

    isCalm = false
    await Promise.all([...agents.map((agent) => agent.sellsAll()), strikeOnAndOn()])
    for (const proxy of proxies) proxy.heal()

    for (const agent of agents) {
      const atRest = { missing: [], receipts: SALES / PHONES, waiting: 0, parked: 0 }
      await expect.poll(() => standingOf(agent)).toEqual(atRest)
    }
    await expect.poll(() => findUndelivered(server.url)).toEqual([])
    for (const { page } of agents) {
      await page.getByRole('button', { name: 'My Opportunities' }).click()
      await expect(page.getByRole('tab', { name: `Won ${SALES}` })).toBeVisible()
    }
    const phones = await Promise.all(
      agents.map(async (agent) => {
        const kept = await agent.keeps()
        return { plan: planOf(agent, kept), history: [], state: kept }
      }),
    )
    const orders = await readOrders(server.url)
    await server.stop()
    const database = await openDatabase({ databaseUrl: undefined, dataDir }, console)
    const inCrm = await readSandbox(database.db)
    const evidence = await countEvidence(database.db)
    await database.close()
    expect(
      findWrongs({ phones, orders, inCrm, taken: receiver.taken, evidence, forgotten: new Set() }),
    ).toEqual([])

    /** Each disaster strikes once, in any order. */
    async function strikeOnAndOn(): Promise<void> {
      for (const strike of shuffled([killServer, cutConnections, losePhone], random)) {
        await pause(random() * DISASTER_EVERY_MS)
        await strike()
      }
    }

    async function killServer(): Promise<void> {
      await server.kill()
    }

    async function cutConnections(): Promise<void> {
      for (const proxy of proxies) proxy.goDown()
      await pause(1_000)
      for (const proxy of proxies) proxy.comeUp()
    }

    async function losePhone(): Promise<void> {
      const agent = agents[Math.floor(random() * agents.length)] as LastingAgent
      await agent.loses()
      await agent.opens()
    }
  } finally {
    await Promise.all(agents.map((agent) => agent.loses()))
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await server.stop()
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

const shuffled = <Item>(items: readonly Item[], random: () => number): Item[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)

const packageBy = (luck: number) => PACKAGES[Math.floor(luck * PACKAGES.length)]?.id ?? 'basic'

/** Waits until the app and its lists are stored on the phone, so that it opens offline. */
async function isInstalled({ page }: LastingAgent): Promise<void> {
  await expect(page.getByRole('radiogroup', { name: 'Leads' }).getByRole('radio').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

/** Returns the sales that are missing on the phone, and the number of calls that it still has to send. */
async function standingOf(agent: LastingAgent) {
  const { sales, receipts, waiting, parked } = await agent.keeps()
  const sold = new Set(sales.map(({ lead }) => lead?.id))
  const missing = agent.errands
    .filter(({ lead }) => !sold.has(lead.id))
    .map(({ lead }) => lead.street_address)
  return { missing, receipts: receipts.length, waiting, parked }
}

/** Returns the planned sales, with the facts that only the phone knows: session, signature and time. */
function planOf({ errands }: LastingAgent, { sales }: OnPhone): PlannedSale[] {
  return errands.map((errand) => {
    const { lead, packageId } = errand
    const sold = sales.filter(({ contract, lead: its }) => contract && its?.id === lead.id)
    expect(sold, `one sale to ${lead.street_address} on the phone`).toHaveLength(1)
    const [sale] = sold
    const [firstName = '', ...rest] = (lead.contact_name ?? '').split(' ')
    expect(sale && customerName(sale.customer)).toBe(lead.contact_name)
    return {
      sessionId: sale?.sessionId ?? '',
      leads: [lead],
      packages: [packageId],
      customer: {
        firstName,
        lastName: rest.join(' '),
        email: lead.contact_email ?? '',
        phone: lead.contact_phone ?? '',
        idNumber: idNumberOf(errand),
      },
      badEmail: null,
      png: sale?.contract?.signature ?? '',
      jpeg: '',
      signedAt: sale?.contract?.timestamp ?? '',
    }
  })
}
