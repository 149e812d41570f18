import { applyCommand } from '#domain/sale/apply-command.ts'
import { newSale, type Sale } from '#domain/sale/sale.ts'
import { callsForFacts, type SaleCall } from '#protocol/sale-calls.ts'
import type { PlannedSale } from '../plan.ts'
import { nextCommand } from './next-command.ts'

/**
 * Creates the database of the app's first version, with a sale begun and nothing sent, if the phone has no database.
 * Returns whether it created one.
 */
export async function leaveVersion1(plan: PlannedSale): Promise<boolean> {
  const { sale, calls } = beginSale(plan)
  const request = indexedDB.open('doorstep', 1)
  let isNew = false
  request.onupgradeneeded = () => {
    isNew = true
    const database = request.result
    database.createObjectStore('sales', { keyPath: 'sessionId' }).put(sale)
    const outbox = database.createObjectStore('outbox', { keyPath: ['sessionId', 'sequence'] })
    for (const call of calls) outbox.put(call)
    database
      .createObjectStore('leads', { keyPath: 'id' })
      .createIndex('first_order', ['minus_voucher', 'street_key'])
    database.createObjectStore('opportunities', { keyPath: 'id' })
    database.createObjectStore('marks').put(sale.sessionId, 'current-sale')
  }
  await new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result.close())
    request.onerror = resolve
  })
  return isNew
}

/** Returns a sale whose first step is finished, and its calls. */
function beginSale(plan: PlannedSale): { sale: Sale; calls: SaleCall[] } {
  let sale = newSale(plan.sessionId)
  for (;;) {
    const command = nextCommand(sale, plan)
    const decision = command && applyCommand(sale, command)
    if (!decision?.ok) throw new Error('The sale cannot begin.')
    const { sale: next, facts } = decision.value
    if (facts.length > 0) return callsForFacts(next, facts)
    sale = next
  }
}
