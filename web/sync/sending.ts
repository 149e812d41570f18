import type { SaleCall } from '#protocol/sale-calls.ts'
import type { ApiResult } from '../http/http.ts'
import type { Device } from '../storage/database.ts'
import type { StoredCall } from '../storage/stored.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { createOutbox, lastTaken, type Outbox } from './outbox.ts'
import { claimOf } from './receipts.ts'
import { type SaleSender, sendSale } from './send-sale.ts'
import { createSyncLoop } from './sync-loop.ts'
import { settleSale, verifySent } from './verify-sent.ts'

type Hooks = {
  send: (call: SaleCall, follows: number | undefined) => Promise<ApiResult>
  onTaken: (call: StoredCall) => void
  onRefused: (call: StoredCall, reason: string) => void
  /** Something about a sale has changed on this phone. */
  onChanged: (sessionId: string) => void
  onKeyRefused: (refused: boolean) => void
  onTrouble: (error: unknown) => void
}

/** Brings what is on this phone to the server, and makes sure that it stays there. */
export type Sending = {
  outbox: Outbox
  /** Tries everything that waits, now. */
  wake: () => void
  /** Also asks once more whether the server still has what it took. */
  wakeAndVerify: () => void
}

export function createSending(device: Device, hooks: Hooks): Sending {
  const outbox = createOutbox(device)
  /** Which asking is wanted, and which one has been answered. */
  let turn = 1
  let verified = 0
  let verifying = false

  const sender: SaleSender = {
    outbox,
    send: async (call) => hooks.send(call, await lastTaken(device, call.sessionId)),
    claimOf: (sessionId) => claimOf(device, sessionId),
    settle: (claim) => settleSale(device, claim),
    onTaken: (call) => {
      hooks.onTaken(call)
      hooks.onChanged(call.sessionId)
    },
    onRefused: (call, reason) => {
      hooks.onRefused(call, reason)
      hooks.onChanged(call.sessionId)
    },
  }

  const loop = createSyncLoop({
    waitingSales: outbox.waitingSales,
    sendSale: async (sessionId) => {
      const outcome = await oneAtATime(`doorstep-send-${sessionId}`, () => sendSale(sessionId, sender))
      hooks.onChanged(sessionId)
      return outcome
    },
    onKeyRefused: hooks.onKeyRefused,
    onTrouble: hooks.onTrouble,
  })

  /** What was asked for meanwhile is asked anew: the answer that was under way may be older than its reason. */
  async function verify(): Promise<void> {
    if (verified === turn || verifying) return
    verifying = true
    const mine = turn
    try {
      if (await verifySent({ device, outbox, onChecked: hooks.onChanged })) verified = mine
    } catch (error) {
      hooks.onTrouble(error)
    }
    verifying = false
    // Also when it broke off: some may wait again.
    loop.wake()
    if (mine !== turn) void verify()
  }

  function wake(): void {
    loop.wake()
    void verify()
  }

  return {
    outbox,
    wake,
    wakeAndVerify() {
      turn += 1
      wake()
    },
  }
}
