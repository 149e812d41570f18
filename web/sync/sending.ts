import type { SaleCall } from '#protocol/sale-calls.ts'
import type { ApiResult } from '../http/http.ts'
import { turnedAway } from '../http/turned-away.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import type { StoredCall } from '../storage/stored.ts'
import { whileNotSending } from './one-at-a-time.ts'
import { createOutbox, lastAccepted, type Outbox } from './outbox.ts'
import { expectedReceiptOf } from './receipts.ts'
import { type SaleSender, sendSale } from './send-sale.ts'
import { createSyncLoop } from './sync-loop.ts'
import { settleSale, verifySent } from './verify-sent.ts'

export type SendingHooks = {
  sendFirst: () => Promise<unknown>
  send: (call: SaleCall, follows: number | undefined, isSigned: boolean) => Promise<ApiResult>
  onAccepted: (call: StoredCall) => void
  onRefused: (call: StoredCall, reason: string) => void
  /** Something about a sale has changed on this phone. */
  onChanged: (sessionId: string) => void
  onTrouble: (error: unknown) => void
}

/** Sends this phone's sales to the server and verifies that they stay there. */
export type Sending = {
  outbox: Outbox
  /** Sends everything that waits, at once. */
  wake: () => void
  /** Does the same, and verifies again that the server still has what it accepted. */
  wakeAndVerify: () => void
}

export function createSending(phone: PhoneDatabase, hooks: SendingHooks): Sending {
  const outbox = createOutbox(phone)
  const sender = createSender(phone, outbox, hooks)
  const loop = createSyncLoop({
    sendFirst: hooks.sendFirst,
    waitingSales: outbox.waitingSales,
    sendSale: async (sessionId) => {
      const outcome = await whileNotSending(sessionId, () => sendSale(sessionId, sender))
      hooks.onChanged(sessionId)
      return outcome
    },
    onTrouble: hooks.onTrouble,
  })
  /** The numbers of the latest requested and the latest completed verification. */
  let requested = 1
  let completed = 0
  let isVerifying = false

  /**
   * A request that arrives meanwhile starts another verification, because the running one may have read an older state.
   */
  async function verify(): Promise<void> {
    if (completed === requested || isVerifying) return
    isVerifying = true
    const current = requested
    try {
      if (await verifySent({ phone, outbox, onChecked: hooks.onChanged })) completed = current
    } catch (error) {
      hooks.onTrouble(error)
    }
    isVerifying = false
    // Sales may wait again, even after an incomplete verification.
    loop.wake()
    if (current !== requested) void verify()
  }

  function wake(): void {
    loop.wake()
    void verify()
  }

  return {
    outbox,
    wake,
    wakeAndVerify() {
      requested += 1
      wake()
    },
  }
}

const createSender = (phone: PhoneDatabase, outbox: Outbox, hooks: SendingHooks): SaleSender => ({
  outbox,
  send: async (call, isSigned) => {
    const result = await hooks.send(call, await lastAccepted(phone, call.sessionId), isSigned)
    // Do not clear a pause: the server accepts sales from a paused phone too.
    if (result.ok && turnedAway.get() !== 'phone-suspended') turnedAway.set(undefined)
    return result
  },
  expectedReceiptOf: (sessionId) => expectedReceiptOf(phone, sessionId),
  settle: (expected) => settleSale(phone, expected),
  onAccepted: (call) => {
    hooks.onAccepted(call)
    hooks.onChanged(call.sessionId)
  },
  onRefused: (call, reason) => {
    hooks.onRefused(call, reason)
    hooks.onChanged(call.sessionId)
  },
})
