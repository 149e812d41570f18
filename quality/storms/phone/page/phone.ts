import { newSale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { createSaleStore } from '#web/session/sale-store.ts'
import { findCurrentSale } from '#web/storage/current-sale.ts'
import { PhoneDatabase } from '#web/storage/database.ts'
import { correctSale, saveSale, takeWriteLock } from '#web/storage/sale-records.ts'
import { findReceipt } from '#web/sync/receipts.ts'
import { sendCall } from '#web/sync/send-call.ts'
import { createSending } from '#web/sync/sending.ts'
import type { PhoneEvent, PhoneState } from '../history.ts'
import { type PlannedSale, UNSTORABLE } from '../plan.ts'
import { leaveVersion1 } from './leave-version-1.ts'
import { nextCommand } from './next-command.ts'

type Life = {
  plan: PlannedSale[]
  /** Whether it sells, or only sends what another tab sells. */
  sells: boolean
  /** How often something wakes it; never, when it has only itself. */
  wakeEveryMs: number | null
}

declare global {
  /** Of the storm outside. */
  function tell(event: PhoneEvent): Promise<void>
}

/** An agent goes on while not more than so many sales wait, so that the storm meets selling and sending alike. */
const MOST_WAITING = 6
const LOOK_MS = 25

let phone: PhoneDatabase

/** The phone, from its start to its sudden death: it sells what is planned, through the real outbox. */
async function live({ plan, sells, wakeEveryMs }: Life): Promise<void> {
  const planned = new Map(plan.map((sale) => [sale.sessionId, sale]))
  const [first] = plan
  if (first && sells && (await leaveVersion1(first))) await tell({ type: 'empty' })
  phone = new PhoneDatabase()
  const tabId = crypto.randomUUID()
  const said = new Set<string>()
  let currentId = ''
  const sending = createSending(phone, {
    send: (call, follows) => sendCall(withUnstorable(call), follows),
    onAccepted() {},
    onRefused() {},
    onChanged: (sessionId) => void sayIfSent(sessionId),
    onKeyRefused() {},
    // biome-ignore lint/suspicious/noConsole: the storm listens to it
    onTrouble: console.error,
  })

  async function sayIfSent(sessionId: string): Promise<void> {
    const receipt = await findReceipt(phone, sessionId)
    if (!receipt || said.has(sessionId)) return
    said.add(sessionId)
    await tell({ type: 'sent', sessionId, sha256: receipt.sha256, at: Date.now() })
  }

  /**
   * As the back office asks: with the right address, for every refused sale that is not on the screen. The agent sees
   * first what the phone keeps as refused, so that no death comes between seeing it and saying so.
   */
  async function correctRefused(): Promise<void> {
    const refused = await phone.use((database) => database.getAllKeys('parked'))
    for (const sessionId of new Set(refused.map(([session]) => session))) {
      await tell({ type: 'refused', sessionId })
      const customer = planned.get(sessionId)?.customer
      if (!customer || sessionId === currentId) continue
      await correctSale(phone, sessionId, customer, tabId)
      sending.wake()
    }
  }

  async function sell(): Promise<void> {
    await takeWriteLock(phone, tabId)
    setInterval(() => void correctRefused(), 10 * LOOK_MS)
    const found = (await findCurrentSale(phone)) ?? newSale(first?.sessionId ?? '')
    const { sessionId, calls } = found
    await tell({ type: 'found', sessionId, calls })
    const store = createSaleStore(
      found,
      (sale, made) => saveSale(phone, sale, made, tabId),
      () => sending.wake(),
    )
    for (const sale of plan.slice(plan.findIndex((one) => one.sessionId === sessionId))) {
      currentId = sale.sessionId
      if (store.get().sessionId !== currentId)
        await store.dispatch({ type: 'start-new-sale', sessionId: currentId })
      for (;;) {
        const command = nextCommand(store.get(), sale)
        if (!command) break
        const before = store.get().calls
        const decision = await store.dispatch(command, sale.jpeg)
        if (!decision.ok) throw new Error(decision.failure.sentence)
        const { calls } = store.get()
        if (calls > before) void tell({ type: 'saved', sessionId: currentId, calls })
      }
      while ((await sending.outbox.waitingSales()).length > MOST_WAITING) await pause(LOOK_MS)
    }
    currentId = ''
  }

  sending.wake()
  if (wakeEveryMs !== null) setInterval(sending.wake, wakeEveryMs)
  if (!sells) return
  // biome-ignore lint/suspicious/noConsole: the storm listens to it
  sell().catch(console.error)
}

/** As an app would send it that takes whatever is typed. */
const withUnstorable = (call: SaleCall): SaleCall =>
  JSON.parse(JSON.stringify(call).replaceAll(UNSTORABLE, '\\u0000'))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function look(): Promise<PhoneState> {
  return phone.use(async (database) => ({
    waiting: await database.count('outbox'),
    parked: await database.count('parked'),
    receipts: await database.getAll('receipts'),
  }))
}

Object.assign(globalThis, { live, look })
