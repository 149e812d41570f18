import type { ApiResult } from '../api/http.ts'
import type { DeviceDatabase, WaitingCall } from './device.ts'
import { parkCall, removeCall, waitingCalls } from './outbox.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

type Hooks = {
  send: (call: WaitingCall) => Promise<ApiResult>
  onSent: (call: WaitingCall) => void
  onParked: (call: WaitingCall, reason: string) => void
  /** Everything that still waits. */
  onWaiting: (calls: readonly WaitingCall[]) => void
  /** The phone's own storage failed; what waits there is tried again. */
  onTrouble: (error: unknown) => void
}

export type SyncLoop = { wake: () => void }

/**
 * Sends what waits in the outbox. The calls of one sale go in order; sales do not wait for each other. What the
 * server cannot take now is tried again with growing pauses; what it refuses is parked with its reason and, with
 * it, the later writes of that sale. Nothing is deleted but what the server has acknowledged.
 */
export function createSyncLoop(device: DeviceDatabase, hooks: Hooks): SyncLoop {
  let running = false
  let again = false
  let pauseMs = FIRST_PAUSE_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    const calls = await waitingCalls(device)
    hooks.onWaiting(calls)
    const results = await Promise.all(
      [...bySale(calls).values()].map((sale) => sendInOrder(device, sale, hooks)),
    )
    if (results.some((result) => result !== 'nothing')) hooks.onWaiting(await waitingCalls(device))
    if (results.includes('later')) tryLater()
    else pauseMs = FIRST_PAUSE_MS
  }

  function tryLater(): void {
    clearTimeout(timer)
    timer = setTimeout(wake, pauseMs * (0.5 + Math.random() / 2))
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }

  function wake(): void {
    again = true
    if (running) return
    running = true
    clearTimeout(timer)
    void (async () => {
      while (again) {
        again = false
        await run().catch((error) => {
          hooks.onTrouble(error)
          tryLater()
        })
      }
      running = false
    })()
  }

  return { wake }
}

function bySale(calls: readonly WaitingCall[]): Map<string, WaitingCall[]> {
  return Map.groupBy(calls, (call) => call.sessionId)
}

async function sendInOrder(
  device: DeviceDatabase,
  calls: readonly WaitingCall[],
  hooks: Hooks,
): Promise<'sent' | 'later' | 'nothing'> {
  let outcome: 'sent' | 'nothing' = 'nothing'
  for (const call of calls) {
    if (call.parkedBecause !== undefined) {
      if (call.kind === 'report-progress') continue
      return outcome
    }
    const result = await hooks.send(call)
    outcome = 'sent'
    if (result.ok) {
      await removeCall(device, call)
      hooks.onSent(call)
    } else if (result.failure.retry !== 'never') {
      return 'later'
    } else {
      await parkCall(device, call, result.failure.message)
      hooks.onParked(call, result.failure.message)
      if (call.kind !== 'report-progress') return 'sent'
    }
  }
  return outcome
}
