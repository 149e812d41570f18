import { vi } from 'vitest'
import { PhoneDatabase } from '../storage/database.ts'
import { createOutbox, lastAccepted } from '../sync/outbox.ts'
import { expectedReceiptOf } from '../sync/receipts.ts'
import { sendCall } from '../sync/send-call.ts'
import { sendSale } from '../sync/send-sale.ts'
import { settleSale } from '../sync/verify-sent.ts'
import { FakeSaleServer } from './sale-server.testing.ts'
import { callsIn, SESSION, saleAfter, saveWalk } from './sales.testing.ts'

/** Creates a new phone whose calls reach a new server, and records what sending the calls of `SESSION` reports. */
export function newSender() {
  const server = new FakeSaleServer()
  vi.stubGlobal('fetch', server.fetch)
  const phone = new PhoneDatabase()
  const outbox = createOutbox(phone)
  const accepted: number[] = []
  const refused: [sequence: number, reason: string][] = []
  return {
    server,
    phone,
    outbox,
    accepted,
    refused,
    send: () =>
      sendSale(SESSION, {
        outbox,
        send: async (call) => sendCall(call, await lastAccepted(phone, call.sessionId)),
        expectedReceiptOf: (sessionId) => expectedReceiptOf(phone, sessionId),
        settle: (expected) => settleSale(phone, expected),
        onAccepted: ({ sequence }) => accepted.push(sequence),
        onRefused: ({ sequence }, reason) => refused.push([sequence, reason]),
      }),
    waits: () => callsIn(phone, 'outbox'),
    save: (steps: 1 | 2 | 3 | 4 = 4) => saveWalk(phone, saleAfter(steps)),
  }
}
