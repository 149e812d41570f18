import { type Customer, customerName, type Sale } from '#domain/sale/sale.ts'
import { correctCustomer, type SaleCall } from '#protocol/sale-calls.ts'
import { callsOf, type Device, STRICT } from './database.ts'
import { CALL_SHAPE, type DeviceSchema } from './stored.ts'

export const findSale = (device: Device, sessionId: string): Promise<Sale | undefined> =>
  device.use((database) => database.get('sales', sessionId))

/** Another tab writes the sale now; nothing of ours was saved. */
export class TakenOver extends Error {}

/**
 * The sale as it is now and the calls it owes the server, in one transaction: both or neither. Rejects with
 * {@link TakenOver} unless `editor` still has the pen, whatever its tab believes.
 */
export const saveSale = (
  device: Device,
  sale: Sale,
  calls: readonly SaleCall[],
  editor: string,
): Promise<void> =>
  device.use(async (database) => {
    const at = new Date().toISOString()
    const transaction = database.transaction(['sales', 'outbox', 'marks'], 'readwrite', STRICT)
    const marks = transaction.objectStore('marks')
    await requirePen(marks, editor)
    await Promise.all([
      transaction.objectStore('sales').put(sale),
      marks.put(sale.sessionId, 'current-sale'),
      marks.put(editor, 'editor'),
      ...calls.map((call) => transaction.objectStore('outbox').put({ ...call, shape: CALL_SHAPE, at })),
      transaction.done,
    ])
  })

async function requirePen(marks: Marks, editor: string): Promise<void> {
  if (((await marks.get('editor')) ?? editor) !== editor) throw new TakenOver()
}

type Marks = { get: (name: DeviceSchema['marks']['key']) => Promise<string | undefined> }

/** Takes the pen. Whoever had it finds out with the next save. */
export const takePen = (device: Device, editor: string): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite', STRICT)
    await Promise.all([transaction.store.put(editor, 'editor'), transaction.done])
  })

/**
 * Another customer in a sale and in its calls that still wait, which then try again. The name of a signed sale stays:
 * it stands in the agreement. The sale under way is its writer's, whose next save would undo this: rejects with
 * {@link TakenOver} unless that is `editor`.
 */
export const correctSale = (
  device: Device,
  sessionId: string,
  customer: Customer,
  editor: string,
): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'parked', 'marks'], 'readwrite', STRICT)
    const marks = transaction.objectStore('marks')
    if ((await marks.get('current-sale')) === sessionId) await requirePen(marks, editor)
    const sale = await transaction.objectStore('sales').get(sessionId)
    if (!sale) return
    const { firstName, lastName } = sale.customer
    const corrected = sale.contract ? { ...customer, firstName, lastName } : customer
    const renamed = customerName(corrected) !== customerName(sale.customer)
    const waiting = await transaction.objectStore('outbox').getAll(callsOf(sessionId))
    await Promise.all([
      transaction.objectStore('sales').put({
        ...sale,
        customer: corrected,
        ...(sale.confirmed && { confirmed: corrected }),
        signature: renamed ? null : sale.signature,
      }),
      ...waiting.map((call) => transaction.objectStore('outbox').put(correctCustomer(call, corrected))),
      transaction.objectStore('parked').delete(callsOf(sessionId)),
      transaction.done,
    ])
  })
