import type { FastifyBaseLogger } from 'fastify'

/** Background work that repeats. Create one with {@link createLoop}. */
export type Loop = {
  /**
   * Runs the work now, then keeps repeating it. Further calls do nothing. Resolves when the first run ends, or when the
   * loop is stopped before that.
   */
  start(): Promise<void>
  /** Brings the next run forward. Several wakes before that run count as one. Before `start` they do nothing. */
  wake(): void
  /** Aborts the current run and resolves when it has ended. The loop cannot be started again. */
  stop(): Promise<void>
}

type Job = {
  /** The name in the log, such as `prune-changes`. */
  name: string
  /** May return in how many milliseconds something falls due. If that is sooner than `restMs`, the rest is shorter. */
  work: (stopping: AbortSignal) => Promise<void> | Promise<number | undefined>
  /** Milliseconds from the end of one run to the start of the next. */
  restMs: number
  /**
   * The min milliseconds from the end of one run to the run that a wake causes. Wakes close together share that run.
   */
  soonMs?: number
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Starts loops one after another, each when the first run of the previous one has ended. If they started together, each
 * would open its own database session.
 */
export async function startInTurn(loops: readonly Pick<Loop, 'start'>[]): Promise<void> {
  for (const loop of loops) await loop.start()
}

/**
 * Creates a loop that repeats `work`, never twice at the same time. If a run fails, the loop logs it and carries on.
 * Consecutive failures are logged once.
 */
export function createLoop({ name, work, restMs, soonMs = 1_000, log }: Job): Loop {
  const stopping = new AbortController()
  let cancel = () => {}
  let running: Promise<void> | undefined
  let isStarted = false
  let isWoken = false
  let isFailing = false
  let endedAt = Number.NEGATIVE_INFINITY
  const firstRun = Promise.withResolvers<void>()

  const attempt = async (): Promise<number> => {
    try {
      const nextDueMs = await work(stopping.signal)
      isFailing = false
      return nextDueMs ?? restMs
    } catch (error) {
      if (!isFailing) log.error({ err: error, job: name }, 'A background job failed')
      isFailing = true
      return restMs
    }
  }
  const run = async () => {
    isWoken = false
    const nextDueMs = await attempt()
    running = undefined
    endedAt = performance.now()
    firstRun.resolve()
    if (!stopping.signal.aborted) schedule(isWoken ? soonMs : Math.min(nextDueMs, restMs))
  }
  const schedule = (delayMs: number) => {
    cancel()
    cancel = callAfter(delayMs, () => {
      running = run()
    })
  }

  return {
    start() {
      if (!isStarted && !stopping.signal.aborted) schedule(0)
      isStarted = true
      return firstRun.promise
    },
    wake() {
      if (!isStarted || isWoken || stopping.signal.aborted) return
      isWoken = true
      if (!running) schedule(Math.max(0, endedAt + soonMs - performance.now()))
    },
    async stop() {
      stopping.abort()
      cancel()
      await running
      firstRun.resolve()
    },
  }
}

/** Calls `call` after the delay. Returns a function that cancels it. */
function callAfter(delayMs: number, call: () => void): () => void {
  if (delayMs > 0) {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  }
  // A timer takes at least a millisecond, a fifth of the time that a change takes to reach the phones.
  const immediate = setImmediate(call)
  return () => clearImmediate(immediate)
}
