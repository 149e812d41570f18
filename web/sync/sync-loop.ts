import { growingPause } from '../http/growing-pause.ts'
import type { SaleOutcome } from './send-sale.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
/** Browsers open six connections to a server; one is left for the screen. */
const MAX_CONCURRENT = 5

type Work = {
  /** Sends everything that goes before the sales. The sales do not wait for its success. */
  sendFirst: () => Promise<unknown>
  /** Returns the ids of the sales that have waiting calls. */
  waitingSales: () => Promise<string[]>
  sendSale: (sessionId: string) => Promise<SaleOutcome>
  /** The phone's own storage failed. The loop will try again. */
  onTrouble: (error: unknown) => void
}

export type SyncLoop = { wake: () => void }

/** Decides when the next attempt starts. `attempt` runs at once when woken, or after a pause or the server's rest. */
function createRetry(attempt: () => void) {
  const pause = growingPause(FIRST_PAUSE_MS, MAX_PAUSE_MS)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** On the monotonic clock. */
  let restsUntil = 0

  function wake(): void {
    clearTimeout(timer)
    timer = undefined
    const restMs = restsUntil - performance.now()
    if (restMs > 0) timer = setTimeout(wake, restMs)
    else attempt()
  }

  return {
    wake,
    later() {
      timer ??= setTimeout(wake, pause.nextMs())
    },
    rest(restMs: number) {
      restsUntil = Math.max(restsUntil, performance.now() + restMs)
    },
    resetPause: pause.reset,
  }
}

/**
 * Sends waiting sales in parallel, so that no sale has to wait for another. Retries with growing pauses, and at once
 * when woken: at the start, when the app becomes visible, when the connection or the stream returns, or after a
 * finished step. Never cuts short a rest that the server asked for.
 */
export function createSyncLoop(work: Work): SyncLoop {
  const active = new Set<string>()
  let queue: string[] = []
  /** Sales whose last attempt failed. They go last, so that they do not block others. */
  const failed = new Set<string>()
  const retry = createRetry(() => void look())

  async function look(): Promise<void> {
    try {
      await work.sendFirst().catch(work.onTrouble)
      const waiting = await work.waitingSales()
      queue = waiting.sort((a, b) => Number(failed.has(a)) - Number(failed.has(b)))
      fill()
    } catch (error) {
      work.onTrouble(error)
      retry.later()
    }
  }

  function fill(): void {
    while (active.size < MAX_CONCURRENT) {
      const next = queue.find((sessionId) => !active.has(sessionId))
      if (next === undefined) return
      queue = queue.filter((sessionId) => sessionId !== next)
      void start(next)
    }
  }

  async function start(sessionId: string): Promise<void> {
    active.add(sessionId)
    const outcome = await work.sendSale(sessionId).catch((error): SaleOutcome => {
      work.onTrouble(error)
      return 'later'
    })
    active.delete(sessionId)
    if (outcome === 'done') {
      failed.delete(sessionId)
      retry.resetPause()
    } else postpone(sessionId, outcome)
    fill()
  }

  /** If the server asks for a rest, or if most attempts fail, starts no other sale now. */
  function postpone(sessionId: string, outcome: Exclude<SaleOutcome, 'done'>): void {
    failed.add(sessionId)
    if (typeof outcome === 'object') retry.rest(outcome.restMs)
    if (typeof outcome === 'object' || failed.size >= MAX_CONCURRENT) queue = []
    retry.later()
  }

  return { wake: retry.wake }
}
