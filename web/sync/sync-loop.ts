import { growingPause } from '../http/growing-pause.ts'
import type { SaleOutcome } from './send-sale.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** As many as a browser has connections to one server, but for one that the screen may need. */
const MOST_AT_ONCE = 5

type Work = {
  /** The sales of which something waits. */
  waitingSales: () => Promise<string[]>
  sendSale: (sessionId: string) => Promise<SaleOutcome>
  /** Whether the server takes no call of ours before somebody has seen to its key. */
  onKeyRefused: (refused: boolean) => void
  /** The phone's own storage failed; what waits there is tried again. */
  onTrouble: (error: unknown) => void
}

export type SyncLoop = { wake: () => void }

/**
 * Sends what waits: sales beside one another, so that none waits for another. What cannot go now is tried again with
 * growing pauses, and at once when somebody wakes the loop: at the start, when the app is seen again, when the line
 * or the stream is back, when there is something new. Only a rest that the server asked for nobody cuts short.
 */
export function createSyncLoop(work: Work): SyncLoop {
  const active = new Set<string>()
  let queue: string[] = []
  /** What failed when it was last tried comes last, so that it holds back nothing else. */
  const failed = new Set<string>()
  const pause = growingPause(FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** By the clock that nobody can set. */
  let restsUntil = 0

  async function look(): Promise<void> {
    try {
      const waiting = await work.waitingSales()
      queue = waiting.sort((a, b) => Number(failed.has(a)) - Number(failed.has(b)))
      fill()
    } catch (error) {
      work.onTrouble(error)
      tryLater()
    }
  }

  function fill(): void {
    while (active.size < MOST_AT_ONCE) {
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
    work.onKeyRefused(outcome === 'after-sign-in')
    if (outcome === 'rests') succeeded(sessionId)
    else {
      failed.add(sessionId)
      if (typeof outcome === 'object') restsUntil = performance.now() + outcome.restMs
      if (typeof outcome === 'object' || failed.size >= MOST_AT_ONCE) queue = []
      tryLater()
    }
    fill()
  }

  function succeeded(sessionId: string): void {
    failed.delete(sessionId)
    pause.reset()
  }

  function tryLater(): void {
    if (timer !== undefined) return
    timer = setTimeout(wake, pause.nextMs())
  }

  function wake(): void {
    clearTimeout(timer)
    timer = undefined
    const restMs = restsUntil - performance.now()
    if (restMs > 0) timer = setTimeout(wake, restMs)
    else void look()
  }

  return { wake }
}
