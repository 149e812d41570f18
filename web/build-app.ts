import { newSale } from '#domain/sale/sale.ts'
import { sessionIdFrom } from '#domain/sale/session-id.ts'
import type { App } from './app-context.ts'
import { keepView } from './lists/kept-view.ts'
import { LiveLists } from './lists/live-lists.ts'
import { createSession } from './session/session.ts'
import type { PhoneDatabase } from './storage/database.ts'
import type { FirstRead } from './storage/first-read.ts'
import { reportTrouble } from './storage/report-trouble.ts'
import type { StorageTrouble } from './storage/storage-trouble.ts'
import { nextPaint } from './ui/next-paint.ts'

type Built = {
  app: App
  /**
   * Starts sending and the lists after the first paint of the first screen. Resolves when the lists follow the server.
   */
  start: () => Promise<void>
}

/** Wires the whole app. */
export async function buildApp(
  phone: PhoneDatabase,
  first: FirstRead,
  trouble: StorageTrouble,
): Promise<Built> {
  const initial = first.sale ?? newSale(sessionIdFrom(Date.now(), Math.random()))
  const session = createSession(phone, initial)
  const { phoneSales } = session
  const lists = new LiveLists(phone, { onOpen: session.sending.wakeAndVerify })
  phoneSales.subscribe(() => lists.shown.showAhead(phoneSales.get()))
  keepView(lists.shown)
  lists.begin(first.lists)

  async function start(): Promise<void> {
    await nextPaint()
    const listsStarted = lists.start()
    void phoneSales.refresh(initial.sessionId).catch(reportTrouble)
    trouble.update({ lostSales: first.lostSales })
    session.start()
    void listsStarted.then(session.readAll).catch(reportTrouble)
    return listsStarted
  }

  // A signed sale on the first screen shows at once whether it has been submitted.
  if (initial.contract) await phoneSales.refresh(initial.sessionId).catch(reportTrouble)
  return { app: { ...session, lists, trouble }, start }
}
