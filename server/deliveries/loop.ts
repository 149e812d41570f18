export type Loop = {
  /** Asks for a run soon; many asks before it are one. */
  wake(): void
  /** Resolves when the last run is over. */
  stop(): Promise<void>
}

/**
 * Runs `work` at once and then again and again, never twice at a time: `restMs` after the last run, or `soonMs`
 * after a wake. A run that fails is told to `failed`, once for several in a row, and the loop goes on.
 */
export function startLoop(
  work: (stopping: AbortSignal) => Promise<void>,
  pace: { restMs: number; soonMs: number },
  failed: (error: unknown) => void,
): Loop {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let running: Promise<void> | undefined
  let woken = false
  let failing = false

  const attempt = async () => {
    try {
      await work(stopping.signal)
      failing = false
    } catch (error) {
      if (!failing) failed(error)
      failing = true
    }
  }
  const run = async () => {
    woken = false
    await attempt()
    running = undefined
    if (!stopping.signal.aborted) schedule(woken ? pace.soonMs : pace.restMs)
  }
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = run()
    }, delayMs)
  }
  schedule(0)

  return {
    wake() {
      if (woken || stopping.signal.aborted) return
      woken = true
      if (!running) schedule(pace.soonMs)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
