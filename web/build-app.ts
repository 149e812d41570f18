import { totalValue } from '#domain/catalog/pricing.ts'
import { newSale, type Sale } from '#domain/sale/sale.ts'
import { sessionIdFrom } from '#domain/sale/session-id.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import type { App, SaleCare } from './app-context.ts'
import { checkBySimulation } from './eligibility/simulated-check.ts'
import { createCrmOpportunity } from './http/ghl-sync.ts'
import { reportUnsentSales } from './http/phone-headers.ts'
import { LiveLists } from './lists/live-lists.ts'
import { createOtherTabs } from './session/other-tabs.ts'
import { createSaleStore } from './session/sale-store.ts'
import { createEditing } from './session/write-lock.ts'
import { findCurrentSale } from './storage/current-sale.ts'
import type { Device } from './storage/database.ts'
import { downloadSale } from './storage/download-sale.ts'
import type { FirstRead } from './storage/first-read.ts'
import { reportTrouble } from './storage/report-trouble.ts'
import { correctSale, findSale, saveSale, TakenOver, takePen } from './storage/sale-records.ts'
import { createSecondCopies } from './storage/second-copies.ts'
import { askToKeep, noteWhatIsKept } from './storage/storage-care.ts'
import type { StorageTrouble } from './storage/storage-trouble.ts'
import { isWrite } from './storage/stored.ts'
import { createPhoneSales } from './sync/phone-sales.ts'
import { sendCall } from './sync/send-call.ts'
import { createSending } from './sync/sending.ts'
import { nextPaint } from './ui/next-paint.ts'
import { toast } from './ui/toast-store.ts'

/** Builds everything with a lifetime, once. Rejects when the phone cannot keep a sale. */
export async function buildApp(device: Device, first: FirstRead, trouble: StorageTrouble): Promise<Built> {
  const lists = new LiveLists(device, { onOpen: () => sending.wakeAndVerify() })
  const phoneSales = createPhoneSales(device)
  phoneSales.subscribe(() => lists.shown.showAhead(phoneSales.get()))
  const secondCopies = createSecondCopies(device)
  lists.begin(first.lists)
  const current = first.sale ?? newSale(sessionIdFrom(Date.now(), Math.random()))
  const sale = createSaleStore(current, save, () => sending.wake())
  const tellOtherTabs = createOtherTabs((sessionId) => void readAgain(sessionId))
  const sending = createSending(device, {
    send: sendCall,
    onTaken: (call) => void reportCrmOutcome(call, () => sale.get()),
    onRefused: tellOfRefusal,
    onChanged: (sessionId) => void changed(sessionId),
    onKeyRefused: (keyRefused) => trouble.update({ keyRefused }),
    onTrouble: reportTrouble,
  })
  let hasPen = false
  const editing = createEditing(async (editor) => {
    hasPen = false
    await ensurePen(editor).catch(reportTrouble)
    if (editing.get() === 'elsewhere') await showSaved()
  })

  /** A phone that was too full to note who writes is asked again with the next save. */
  async function ensurePen(editor: string): Promise<void> {
    if (!hasPen) await takePen(device, editor)
    hasPen = true
  }

  async function save(next: Sale, calls: readonly SaleCall[]): Promise<void> {
    await write(next, calls).catch(giveWay)
    if (calls.length > 0) {
      void askToKeep()
      void changed(next.sessionId)
    } else tellOtherTabs(next.sessionId)
  }

  async function write(next: Sale, calls: readonly SaleCall[]): Promise<void> {
    if ((await editing.known()) === 'elsewhere') throw new TakenOver()
    await ensurePen(editing.editor)
    await saveSale(device, next, calls, editing.editor)
  }

  /** What another tab has taken over is shown as that one has it: ours was not saved, and never will be. */
  async function giveWay(error: unknown): Promise<never> {
    if (error instanceof TakenOver) {
      editing.lose()
      await showSaved()
    }
    throw error
  }

  async function changed(sessionId: string): Promise<void> {
    tellOtherTabs(sessionId)
    await phoneSales.refresh(sessionId).catch(reportTrouble)
    noteKept()
    const isSigned = phoneSales.get().get(sessionId)?.written.status === 'closed-won'
    if (isSigned) void secondCopies.update(sessionId).catch(reportTrouble)
  }

  /** Before the first finished step there is nothing whose loss anybody should hear of. */
  function noteKept(): void {
    const sales = [...phoneSales.get().values()]
    const waiting = sales.filter(({ writes }) => writes > 0)
    reportUnsentSales(waiting)
    if (sales.length > 0) noteWhatIsKept(waiting.length)
  }

  async function readAgain(sessionId: string): Promise<void> {
    await phoneSales.refresh(sessionId).catch(reportTrouble)
    if (editing.get() === 'elsewhere') await showSaved()
  }

  /** Shows the sale as the phone has it. */
  async function showSaved(): Promise<void> {
    const saved = await findCurrentSale(device).catch(reportTrouble)
    if (saved) sale.replace(saved)
  }

  const care: SaleCare = {
    async retry(sessionId, only) {
      try {
        await sending.outbox.unpark(sessionId, only)
        await changed(sessionId)
        sending.wake()
      } catch {
        toast('Not sent: This phone could not open the sale. Try again', 'bad')
      }
    },
    async findCustomer(sessionId) {
      const kept = await findSale(device, sessionId)
      return kept && { customer: kept.customer, signed: kept.contract !== null }
    },
    async correct(sessionId, customer) {
      if ((await editing.known()) === 'ours') await ensurePen(editing.editor)
      await correctSale(device, sessionId, customer, editing.editor).catch(giveWay)
      if (sale.get().sessionId === sessionId) await showSaved()
      await changed(sessionId)
      sending.wake()
    },
    download: (sessionId) => downloadSale(device, sessionId),
  }

  async function start(): Promise<void> {
    await nextPaint()
    const listsStarted = lists.start()
    void phoneSales.refresh(current.sessionId).catch(reportTrouble)
    for (const [target, event] of [[window, 'online'] as const, [document, 'visibilitychange'] as const])
      target.addEventListener(event, sending.wake)
    trouble.update({ lostSales: first.lostSales })
    sending.wake()
    void secondCopies.tidy().catch(reportTrouble)
    void listsStarted.then(phoneSales.refreshAll).then(noteKept).catch(reportTrouble)
    return listsStarted
  }

  if (current.contract) await phoneSales.refresh(current.sessionId).catch(reportTrouble)
  const app = { sale, lists, phoneSales, care, editing, trouble, checkEligibility: checkBySimulation }
  return { app, start }
}

type Built = {
  app: App
  /** Starts what runs by itself, once the screen shows what is there; resolves when the lists have begun. */
  start: () => Promise<void>
}

/** Only a write is for the agent to see to: the failure of a report is only logged (docs/product 9.8). */
function tellOfRefusal(call: SaleCall, reason: string): void {
  if (isWrite(call)) toast(`Needs attention: ${reason}`, 'bad')
  else reportTrouble(new Error(`A report was refused: ${reason}`))
}

/**
 * The server pushes a new sale to the CRM by itself; this asks how that went, for the agent who is at it to know. The
 * answer may come when the next sale is on the screen, and is no news there.
 */
async function reportCrmOutcome(call: SaleCall, current: () => Sale): Promise<void> {
  const isShown = () => current().sessionId === call.sessionId
  if (call.kind !== 'create-opportunity' || !isShown()) return
  const { lead_id = null } = call.body
  const { eligibility, service } = current()
  const result = await createCrmOpportunity({
    session_id: call.sessionId,
    lead_id,
    voucher_amount: eligibility?.voucherAmount ?? null,
    service_package_name: service?.packageName ?? null,
    total_value: service && totalValue(service),
  })
  if (!result.ok && isShown())
    toast(`GHL sync failed: Saved locally, but not in GHL: ${result.failure.message}`, 'bad')
}
